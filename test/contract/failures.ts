// The failure grammar: each declared text where it arrives, in the carrier of the boundary that raises
// it, and whatever a program throws as it reads.

import { deepEqual, match } from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from './bounded-test.ts'
import { shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { inTurn } from './in-turn.ts'
import {
  CACHES_ABSENT,
  failed,
  OUTBOUND_DISABLED,
  outOfMemory,
  returned,
  timedOut,
} from './outcomes.ts'

/** The body of an arrow that returns what `expression` throws or rejects with. */
const caughtFrom = (expression: string): string => `async () => {
  try { await ${expression} } catch (error) {
    return [Object.getPrototypeOf(error).constructor.name, error.name, error.message]
  }
}`

export function declareFailures(create: ExecutorFactory): void {
  describe('failures', () => {
    const executor = shareExecutor(create, { memoryLimit: 32 })
    const run = (code: string) => executor.execute({ code, outbound: null, modules: { own: '' } })

    test('a timeout arrives in the envelope, where no program can catch it', async () => {
      deepEqual(
        await executor.execute({
          code: `async () => { try { for (;;); } catch { return 'caught' } finally { return 'finally' } }`,
          timeout: 200,
        }),
        failed(timedOut(200)),
      )
    })

    test('the memory text arrives in the envelope, where no program can catch it', async () => {
      deepEqual(
        await run(`async () => {
          const list = []
          try { for (;;) list.push(Array(1e5).fill(list.length)) } catch { return 'caught' }
        }`),
        failed(outOfMemory(32)),
      )
    })

    test('each boundary picks its carrier', async () => {
      const growth =
        'is absent from this runtime because a buffer that grows after it is created is allocated outside the memory limit this execution is metered against. Ask for the length you need when you create the buffer.'
      const compression =
        'is absent from this runtime by design. The host applies content coding on the wire, so work with uncompressed bytes.'
      const carriers: Record<string, [constructor: string, name: string, message: string]> = {
        [`fetch('https://a.test/')`]: ['TypeError', 'TypeError', OUTBOUND_DISABLED],
        [`tools.any()`]: ['Error', 'Error', 'Tool "any" not found'],
        [`caches.open('x')`]: ['DOMException', 'NotSupportedError', CACHES_ABSENT],
        [`new CompressionStream('gzip')`]: [
          'DOMException',
          'NotSupportedError',
          `CompressionStream ${compression}`,
        ],
        [`new DecompressionStream('gzip')`]: [
          'DOMException',
          'NotSupportedError',
          `DecompressionStream ${compression}`,
        ],
        [`new ArrayBuffer(1).resize(1)`]: [
          'DOMException',
          'NotSupportedError',
          `ArrayBuffer.prototype.resize ${growth}`,
        ],
        [`new SharedArrayBuffer(1).grow(1)`]: [
          'DOMException',
          'NotSupportedError',
          `SharedArrayBuffer.prototype.grow ${growth}`,
        ],
      }
      const providers = [{ name: 'tools', tools: [] }]
      const outcomes = await inTurn(Object.keys(carriers), async (expression) => {
        const caught = { code: caughtFrom(expression), providers, outbound: null }
        const uncaught = { ...caught, code: `async () => { await ${expression} }` }

        return [await executor.execute(caught), await executor.execute(uncaught)]
      })

      deepEqual(
        outcomes,
        Object.values(carriers).map((carrier) => [returned(carrier), failed(carrier[2])]),
      )
    })

    test('a throw of the program arrives as it reads', async () => {
      const throws: Record<string, string> = {
        [`throw new Error('as it reads')`]: 'as it reads',
        [`throw new RangeError(' spaces and\\nlines ')`]: ' spaces and\nlines ',
        [`throw new (class Own extends Error {})('own class')`]: 'own class',
        [`throw Object.assign(new Error('with code'), { code: 'HANDLES_CLOSED' })`]: 'with code',
        [`throw 'x'`]: 'x',
        [`throw new DOMException('from the web', 'AbortError')`]: 'from the web',
        [`await Promise.reject(new Error('rejected'))`]: 'rejected',
        [`null.x`]: "Cannot read properties of null (reading 'x')",
        [`absent`]: 'absent is not defined',
      }

      deepEqual(
        await inTurn(Object.keys(throws), (body) => run(`async () => { ${body} }`)),
        Object.values(throws).map((text) => failed(text)),
      )
    })

    test('a throw of anything else has a text that is not empty', async () => {
      const values = [
        'null',
        'undefined',
        '0',
        '""',
        '{ code: 1 }',
        '[]',
        'Symbol("s")',
        '() => 1',
        'new Error()',
        'new Error("")',
        'Object.create(null)',
        '{ get message() { throw 1 } }',
        'new Proxy({}, { get() { throw 2 } })',
        '{ toString() { throw 3 } }',
        'Object.assign(new Error(), { message: 5 })',
      ]
      const outcomes = await inTurn(values, (value) => run(`async () => { throw ${value} }`))

      for (const [index, { error, ...rest }] of outcomes.entries()) {
        match(String(error), /\S/, `no text for ${values[index]}`)
        deepEqual([typeof error, rest], ['string', { result: undefined, logs: [] }])
      }
    })

    test('nothing a program writes makes execute reject', async () => {
      const programs = [
        'async () => { const f = () => f() + 1; return f() }',
        'async () => { const loop = {}; loop.loop = loop; return loop }',
        'async () => 1n',
        'async () => ({ toJSON() { throw new Error("x") } })',
        'async () => ({ then() { throw new Error("x") } })',
        'async () => { Promise.prototype.then = null; Object.prototype.then = 1; JSON.stringify = null; throw new Error("x") }',
        'async () => { Object.defineProperty(Object.prototype, "result", { get() { throw 1 } }); return x }',
        '() => { throw new Error("x") }',
        'async () => { let x = {}; for (let i = 0; i < 1e5; i++) x = { x }; return x }',
        '5',
        `async () => JSON.parse('['.repeat(1e6))`,
        'async () => { let deep = []; for (let i = 0; i < 1e6; i++) deep = [deep]; return deep }',
        'async () => { await import("own"); throw new Error("x") }',
      ]
      const outcomes = await inTurn(programs, (code) => run(code))

      for (const [index, { error }] of outcomes.entries()) {
        match(String(error), /\S/, `no text for ${programs[index]}`)
        deepEqual(typeof error, 'string', `no error from ${programs[index]}`)
      }
    })

    test('an unhandled rejection does not replace what the run reports', async () => {
      deepEqual(
        await run(`async () => {
          Promise.reject(new Error('ignored'))
          await null
          setTimeout(() => { throw new Error('ignored too') }, 0)
          queueMicrotask(() => { throw new Error('and this') })
          await new Promise((resolve) => setTimeout(resolve, 5))
          return 'kept'
        }`),
        returned('kept'),
      )
    })

    test('an error that names a declared failure is still the error of the program', async () => {
      deepEqual(
        await run(`async () => { throw new Error(${JSON.stringify(timedOut(1))}) }`),
        failed(timedOut(1)),
      )
    })
  })
}
