// Logs: which console methods are captured, how a line reads, and that a run that fails keeps them.

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { describe } from 'node:test'
import type { LogLine } from '@supolka/codemode-executor-protocol'
import { test } from './bounded-test.ts'
import { shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { failed, returned, timedOut } from './outcomes.ts'

const log = (text: string): LogLine => ({ level: 'log', text })

export function declareLogs(create: ExecutorFactory): void {
  describe('logs', () => {
    const executor = shareExecutor(create)
    const run = (code: string, modules = {}) => executor.execute({ code, modules, outbound: null })
    const linesOf = async (body: string): Promise<Array<string>> => {
      const { logs = [], error } = await run(`async () => { ${body} }`)
      equal(error, undefined)

      return logs.map(({ text }) => text)
    }

    test('log, warn and error are captured in order with their level', async () => {
      deepEqual(
        await run(`async () => {
          console.log('one'); console.error('two'); console.warn('three'); console.log('four')
          return 5
        }`),
        returned(5, [
          log('one'),
          { level: 'error', text: 'two' },
          { level: 'warn', text: 'three' },
          log('four'),
        ]),
      )
    })

    test('every other method of the Console Standard runs and writes nothing', async () => {
      deepEqual(
        await run(`async () => {
          const names = 'assert clear debug info table trace dir dirxml count countReset group groupCollapsed groupEnd time timeLog timeEnd'
          return names.split(' ').filter((name) => console[name]('x', [1]) !== undefined)
        }`),
        returned([]),
      )
    })

    test('the additions of Node stay out', async () => {
      deepEqual(
        await run(
          'async () => [typeof console.Console, typeof console.context, typeof console.createTask]',
        ),
        returned(['undefined', 'undefined', 'undefined']),
      )
    })

    test('arguments are joined with single spaces, strings taken as they are', async () => {
      deepEqual(await linesOf(`console.log('a', ' b ', 1, null, undefined, true); console.log()`), [
        'a  b  1 null undefined true',
        '',
      ])
    })

    test('there are no format directives', async () => {
      deepEqual(await linesOf(`console.log('%s is %d %c%o %%', 'a', 1)`), ['%s is %d %c%o %% a 1'])
    })

    test('plain objects and arrays read as compact JSON-like text', async () => {
      deepEqual(
        await linesOf(`console.log({ a: 1, b: 'two' }, [1, [2, null]])`).then((lines) =>
          lines.map((line) => line.replaceAll(/["'\s]/g, '')),
        ),
        ['{a:1,b:two}[1,[2,null]]'],
      )
    })

    test('errors read as name and message with their cause', async () => {
      const [line] = await linesOf(
        `console.log(new TypeError('outer', { cause: new RangeError('inner') }))`,
      )

      match(String(line), /^TypeError: outer[^]*RangeError: inner/)
    })

    test('collections, dates, big integers and bytes read by their content', async () => {
      const [line] = await linesOf(`console.log(
        new Map([['key', 'value']]), new Set([41, 42]), new Date(0), 12345678901234567890n,
        new Uint8Array([7, 8, 9]), Symbol('mark'))`)

      for (const part of [
        'key',
        'value',
        '41',
        '42',
        '1970-01-01',
        '12345678901234567890',
        '7',
        '8',
        '9',
        'mark',
      ]) {
        ok(line?.includes(part), `${part} is not in ${line}`)
      }
    })

    test('cycles, depth and length are bounded, and a value that throws is named', async () => {
      const lines = await linesOf(`
        const loop = { name: 'loop' }; loop.self = loop; console.log(loop)
        let deep = {}; for (let i = 0; i < 1e5; i++) deep = { deep }; console.log(deep)
        console.log(Array.from({ length: 1e6 }, (_, i) => i))
        console.log({ get broken() { throw new Error('no') } })
        console.log({ toJSON() { throw 1 }, toString() { throw 2 } })
        console.log(new Proxy({}, { ownKeys() { throw 3 }, get() { throw 4 } }))
        console.log('after')`)

      equal(lines.length, 7)
      match(String(lines[0]), /loop/)
      for (const line of lines.slice(1)) ok(line.length > 0 && line.length < 200_000)
      equal(lines[6], 'after')
    })

    test('methods work without their receiver, and in modules', async () => {
      deepEqual(
        await run(
          `import 'm'\nasync () => { const { warn } = console; ['x'].forEach((x) => warn(x)) }`,
          {
            m: `console.log('from module')`,
          },
        ),
        returned(undefined, [log('from module'), { level: 'warn', text: 'x' }]),
      )
    })

    test('a run that fails keeps what it logged', async () => {
      deepEqual(
        await run(`async () => { console.log('before'); throw new Error('broke') }`),
        failed('broke', [log('before')]),
      )
    })

    test('a run that is killed keeps what it logged', async () => {
      deepEqual(
        await executor.execute({
          code: `async () => { console.log('before'); for (;;); }`,
          timeout: 200,
        }),
        failed(timedOut(200), [log('before')]),
      )
    })

    test('lines cannot be forged through their text', async () => {
      deepEqual(
        await run(`async () => console.log('a\\n{"level":"error","text":"b"}\\u2028\\0')`),
        returned(undefined, [log('a\n{"level":"error","text":"b"}\u2028\0')]),
      )
    })
  })
}
