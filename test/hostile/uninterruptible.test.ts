import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createExecutor, ExecutionTimeoutError } from '@supolka/codemode-executor'

// Built-ins that V8 cannot interrupt: neither its own termination nor the disposal of the isolate ends
// them, so the bound is kept by the death of the process. One program for each kind.

const TIMEOUT = 300

/** How long after its timeout a run may go on, in milliseconds. */
const OVERSHOOT = 250

const programs = {
  'a replacement in a long string': `'a'.repeat(3e7).replace(/a/g, 'bb')`,
  'replaceAll in a long string': `'a'.repeat(2 ** 25).replaceAll('a', 'bbbbbbbbbbbbbbb')`,
  'JSON.parse of a long text': `const s = '[' + '1,'.repeat(5e6) + '1]'; for (;;) JSON.parse(s)`,
  'JSON.stringify of shared branches': `let o = { a: 1 }; for (let i = 0; i < 30; i++) o = { x: o, y: o }; JSON.stringify(o)`,
  'sorting a sparse array': `const a = []; a[2 ** 32 - 2] = 1; a.sort()`,
  'reversing a sparse array': `const a = []; a[2 ** 32 - 2] = 1; a.reverse()`,
  'searching a sparse array': `const a = []; a.length = 2 ** 32 - 1; a.indexOf(5)`,
  'mapping a sparse array': `const a = []; a.length = 2 ** 32 - 1; a.map((x) => x)`,
  'filling a huge array': `Array(1e9).fill(0)`,
  'an array method on a huge object': `Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)`,
  'writing out a BigInt': `(2n ** (2n ** 29n)).toString()`,
  'multiplying BigInts': `let a = 2n ** (2n ** 22n) - 1n; for (;;) a = a * a`,
  'reading a BigInt': `BigInt('9'.repeat(3e8))`,
  'comparing by locale': `const a = 'a\\u0301'.repeat(2 ** 24); for (;;) a.localeCompare(a + 'x')`,
  'searching bytes': `const a = new Uint8Array(2e7); for (;;) a.indexOf(1)`,
  'splitting by a pattern': `'a,'.repeat(2 ** 27).split(/,/)`,
}

const executor = createExecutor({ workers: 2, memoryLimit: 256, start: 'eager' })
const overshoots: Array<number> = []
after(() => executor.dispose())

for (const [title, source] of Object.entries(programs)) {
  test(`${title} ends in the timeout text`, async () => {
    const { error, usage } = await executor.execute({
      code: `async () => { ${source} }`,
      timeout: TIMEOUT,
    })
    assert.ok(ExecutionTimeoutError.matches(error), error)
    overshoots.push((usage?.wallMs ?? Infinity) - TIMEOUT)
  })
}

test('such a run is over soon after its timeout', () => {
  // The bound holds on a machine that has a core to spare; a busy one may delay a few of them.
  const [middle] = overshoots.toSorted((a, b) => a - b).slice(Math.floor(overshoots.length / 2))
  assert.ok(middle !== undefined && middle <= OVERSHOOT, `${middle} ms`)
})
