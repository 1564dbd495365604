import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { CONSOLE_CAPTURE_MESSAGE, PAYLOAD_LIMIT } from '@supolka/codemode-executor-protocol'
import { describePlaces } from './with-runtime.ts'

describePlaces((make) => {
  test('what a program prints is there in its order, by whatever method', async (t) => {
    const { run } = make(t)
    const { logs } = await run(
      `console.log('a', { b: [1] })
      console.info('i'); console.debug('d'); console.warn('w'); console.error(new Error('e'))
      await tools.f()
      console.table([1]); console.log(); console.log('two\\nlines')
      console.time('t'); console.timeEnd('t'); console.group('g'); console.groupEnd()`,
      { f: () => 1 },
    )
    deepEqual(logs, ['a {"b":[1]}', 'i', 'd', 'w', 'Error: e', '[1]', '', 'two\nlines'])
  })

  test('printed lines that look like marks of the runtime stay printed lines', async (t) => {
    const { run } = make(t)
    deepEqual(await run(`console.log('{"value":{"=":1}}'); console.warn('x'); return 2`), {
      value: 2,
      logs: ['{"value":{"=":1}}', 'x'],
    })
  })

  test('logs are capped together, with a mark where the rest is missing', async (t) => {
    const { run } = make(t, { maxLogBytes: 256 })
    const { logs, value } = await run(
      'for (let i = 0; i < 1000; i++) console.log("line " + i); return 1',
    )
    equal(value, 1)
    equal(logs.at(-1), '[code-runtime] log capture truncated at 256 bytes')
    equal(logs[0], 'line 0')
    ok(Buffer.byteLength(logs.join('')) <= 256)
    const one = (await run('console.log("€".repeat(1000))')).logs
    equal(one.length, 2)
    ok(one[0]?.startsWith('€€€') && Buffer.byteLength(one.join('')) <= 256)
  })

  test('lines logged before a run is stopped are kept', async (t) => {
    const { run } = make(t, { computeMs: 300 })
    const { logs, error } = await run('console.log("before"); for (;;) {}')
    deepEqual([logs, error?.kind], [['before'], 'timeout'])
  })

  test('a flood of lines ends with a mark, and the run keeps its value', async (t) => {
    const { run } = make(t, { maxLogBytes: PAYLOAD_LIMIT })
    const { logs, value } = await run(
      'for (let i = 0; i < 5000; i++) console.log("x".repeat(1000)); return 1',
    )
    deepEqual([value, logs.at(-1)], [1, CONSOLE_CAPTURE_MESSAGE])
  })
})
