// What a program meets, and how it ends, where the dialect's own tests do not look.

import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import {
  createCodemodeExecutor,
  type CodemodeProvider,
  type CodemodeTool,
} from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from './on-each-executor.ts'

const codemode = (fns: Record<string, CodemodeTool> = {}): Array<CodemodeProvider> => [
  { name: 'codemode', fns },
]

const echo: CodemodeTool = async (...args) => args

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)

  test('a namespace can be awaited, returned and logged', async () => {
    const outcome = await adapter.execute(
      'async () => { console.log(codemode); return [typeof (await codemode).echo, codemode] }',
      codemode({ echo }),
    )
    deepEqual(outcome.result, ['function', {}])
  })

  test('a namespace shows its tools by the names that a program calls them', async () => {
    const outcome = await adapter.execute(
      `async () => [Object.keys(codemode), 'get_weather' in codemode]`,
      codemode({ 'get-weather': echo, class: echo }),
    )
    deepEqual(outcome.result, [['get_weather', 'class_'], true])
  })

  test('a tool gets no argument for an undefined one at the end, and null for one between', async () => {
    const outcome = await adapter.execute(
      'async () => [await codemode.echo(undefined), await codemode.echo(undefined, 1), await codemode.echo([2])]',
      codemode({ echo }),
    )
    deepEqual(outcome.result, [[], [null, 1], [[2]]])
  })

  test('a tool that answers nothing gives undefined', async () => {
    const outcome = await adapter.execute(
      'async () => String(await codemode.nothing())',
      codemode({ nothing: async () => undefined }),
    )
    equal(outcome.result, 'undefined')
  })

  test('an argument that JSON cannot carry fails its call, which can be caught', async () => {
    const outcome = await adapter.execute(
      'async () => { try { await codemode.echo(1n) } catch (e) { return e.message } }',
      codemode({ echo }),
    )
    equal(outcome.result, 'Do not know how to serialize a BigInt')
  })

  test('a tool’s error without a message is still an error', async () => {
    const outcome = await adapter.execute(
      `async () => { try { await codemode.fail(); return 'no error' } catch (e) { return e.message } }`,
      codemode({
        fail: async () => {
          throw new Error('')
        },
      }),
    )
    equal(outcome.result, '')
  })

  test('a tool that nobody waited for goes on to its end', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const outcome = await adapter.execute(
      `async () => { codemode.slow(); return 'done' }`,
      codemode({
        slow: async () => {
          await new Promise(setImmediate)
          resolve('effect')
        },
      }),
    )
    equal(outcome.result, 'done')
    equal(await promise, 'effect')
  })

  test('a syntax error has its place in what the model wrote', async () => {
    const answers: Record<string, RegExp> = {
      'async () => {\n  const = 1\n}': /^Unexpected token '=' \(line 2, column 9\)\. Send one /,
      'const a = 1\nconst = 2': /^Unexpected token '=' \(line 2, column 7\)\. Send one /,
      'Here:\n```js\nconst a = 1\nconst = 2\n```': /\(line 4, column 7\)/,
      'let a = 1; let a = 2': /^Identifier 'a' has already been declared \(line 1, column 16\)$/,
      'async () => <b>hi</b>': /^Unexpected token '<'/,
      'Here is the code: async () => 1': /Send one JavaScript program/,
    }
    for (const [answer, error] of Object.entries(answers)) {
      // oxlint-disable-next-line no-await-in-loop
      match((await adapter.execute(answer, codemode())).error ?? '', error, answer)
    }
  })

  test('code cannot close what is put around it', async () => {
    const outcome = await adapter.execute('})(), 7, (async () => {', codemode())
    equal(outcome.result, undefined)
    equal(typeof outcome.error, 'string')
  })

  test('a refused answer runs nothing', async () => {
    const outcome = await adapter.execute('enum Level { Low }\nasync () => Level.Low', codemode())
    match(outcome.error ?? '', /^The enum on line 1 /)
    deepEqual(outcome.logs, [])
  })

  test('the error of a name that is not there is V8’s', async () => {
    equal((await adapter.execute('async () => host.x', codemode())).error, 'host is not defined')
  })

  test('a program cannot reach what answers its calls', async () => {
    const outcome = await adapter.execute(
      `async () => {
        const texts = []
        for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
          try { await codemode[name]('x') } catch (e) { texts.push(e.message) }
        }
        return texts
      }`,
      codemode(),
    )
    deepEqual(outcome.result, [
      'Tool "constructor" not found',
      'Tool "__proto__" not found',
      'Tool "toString" not found',
      'Tool "hasOwnProperty" not found',
    ])
  })

  test('static imports of modules work in an answer that the dialect has not seen', async () => {
    const withModules = createCodemodeExecutor(executor, {
      modules: { 'helpers.js': 'export const greet = (name) => "hello " + name' },
    })
    const outcome = await withModules.execute(
      `import { greet } from 'helpers.js'\nconst name = 'ada'\ngreet(name)`,
      codemode(),
    )
    equal(outcome.result, 'hello ada')
  })

  test('large code runs', async () => {
    const spec = JSON.stringify(
      Array.from({ length: 20_000 }, (_, id) => ({ id, text: 'x'.repeat(90) })),
    )
    const outcome = await adapter.execute(`async () => (${spec}).length`, codemode())
    equal(outcome.result, 20_000)
  })
})
