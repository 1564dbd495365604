// The module map: kinds, names, what an import of anything else comes to.

import { deepEqual, match } from 'node:assert/strict'
import { describe } from 'node:test'
import {
  ModuleKeyCollisionError,
  UnsupportedModuleKindError,
  type ModuleMap,
} from '@supolka/codemode-executor-protocol'
import { test } from './bounded-test.ts'
import { ownExecutor, shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { inTurn } from './in-turn.ts'
import { failed, returned } from './outcomes.ts'
import { scripted } from './toolbox.ts'

/** A caller without types may pass anything. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the wrong type is the case
const unchecked = (map: unknown): ModuleMap => map as ModuleMap

const notFound = (name: string, declared: string): string =>
  `Module "${name}" is not in the module map. Import one of the names it declares: ${declared}.`

export function declareModules(create: ExecutorFactory): void {
  describe('modules', () => {
    const executor = shareExecutor(create)
    const run = (code: string, modules: ModuleMap) =>
      executor.execute({ code, modules, outbound: null })

    test('a string and js are source, json and text become the default export', async () => {
      const modules = {
        source: 'export const kind = "string"',
        js: { js: 'export const kind = "js"; export default () => kind' },
        json: { json: { list: [1, 'two'], nothing: null } },
        text: { text: 'line\n\u2028"quoted" `${x}`' },
      }
      const code = `import { kind } from 'source'
import js from 'js'
import json from 'json'
import text from 'text'
async () => [kind, js(), json, text]`

      deepEqual(
        await run(code, modules),
        returned([
          'string',
          'js',
          { list: [1, 'two'], nothing: null },
          'line\n\u2028"quoted" `${x}`',
        ]),
      )
    })

    test('a leading ./ is no part of a key or of a specifier', async () => {
      const modules = { './a': 'export const a = 1', b: `export { a } from './a'` }
      const code = `import { a } from 'a'
import { a as again } from './a'
async () => [a, again, (await import('./b')).a]`

      deepEqual(await run(code, modules), returned([1, 1, 1]))
    })

    test('modules import each other, cycles included, and are evaluated once', async () => {
      const modules = {
        a: `import { b } from 'b'; export const a = () => b() + 1; export const list = []`,
        b: `import { list } from 'a'; export const b = () => { list.push(1); return list.length }`,
      }
      const code = `import { a, list } from 'a'
async () => [a(), a(), (await import('a')).list === list]`

      deepEqual(await run(code, modules), returned([2, 3, true]))
    })

    test('a static import of an undeclared name fails in the envelope before anything runs', async () => {
      const { calls, request } = scripted('{"result":1}')
      const outcome = await executor.execute({
        ...request,
        code: `import 'first'
import { x } from 'absent'
async () => { console.log('ran'); await store.put(1) }`,
        modules: { first: `console.log('first ran')`, second: '' },
      })

      deepEqual(outcome, failed(notFound('absent', 'first, second')))
      deepEqual(calls, [])
    })

    test('an undeclared import inside a module fails the same way', async () => {
      const outcome = await run(`import 'outer'\nasync () => 1`, { outer: `import 'inner'` })

      deepEqual(outcome, failed(notFound('inner', 'outer')))
    })

    test('a dynamic import of an undeclared name rejects, and the program can catch it', async () => {
      const code = `async () => {
  try { await import('absent') } catch (error) { return [error instanceof Error, error.message] }
}`

      deepEqual(await run(code, { a: '', b: '' }), returned([true, notFound('absent', 'a, b')]))
      deepEqual(
        await run(`async () => { await import('absent') }`, { a: '' }),
        failed(notFound('absent', 'a')),
      )
    })

    test('a specifier is matched exactly: no paths, URLs or built-in modules', async () => {
      const names = [
        'node:fs',
        'fs',
        'a/b',
        '/a',
        '../a',
        'a.js',
        'https://host.test/a.js',
        'data:text/javascript,',
        'A',
      ]
      const outcomes = await inTurn(names, (name) =>
        run(`async () => import(${JSON.stringify(name)})`, { a: '' }),
      )

      deepEqual(
        outcomes,
        names.map((name) => failed(notFound(name, 'a'))),
      )
    })

    test('names of Object.prototype members are modules like any other', async () => {
      const modules = {
        toString: 'export const a = 1',
        constructor: 'export const a = 2',
        valueOf: 'export const a = 3',
      }
      const code = `import { a as first } from 'toString'
import { a as second } from 'constructor'
async () => [first, second, (await import('valueOf')).a]`

      deepEqual(await run(code, modules), returned([1, 2, 3]))
      deepEqual(
        await run(`async () => import('hasOwnProperty')`, { a: '' }),
        failed(notFound('hasOwnProperty', 'a')),
      )
    })

    test('an entry of no supported kind fails in the envelope', async () => {
      const kinds: Array<unknown> = [
        5,
        null,
        undefined,
        {},
        [],
        { wasm: 'x' },
        { js: 1 },
        { text: 2 },
        { js: '', text: '' },
        { json: undefined },
        { json: 1n },
      ]
      const outcomes = await inTurn(kinds, (kind) => run('async () => 1', unchecked({ odd: kind })))

      deepEqual(
        outcomes,
        kinds.map(() => failed(new UnsupportedModuleKindError('odd').message)),
      )
    })

    test('two keys that become one name fail in the envelope', async () => {
      deepEqual(
        await run('async () => 1', { './a': '', a: '' }),
        failed(new ModuleKeyCollisionError('a', './a', 'a').message),
      )
    })

    test('what a module throws, and its syntax error, arrive as they read', async () => {
      deepEqual(
        await run(`import 'a'\nasync () => 1`, { a: `throw new Error('module broke')` }),
        failed('module broke'),
      )
      deepEqual(
        await run(
          `async () => { try { await import('a') } catch ({ message }) { return message } }`,
          { a: `throw new Error('module broke')` },
        ),
        returned('module broke'),
      )
      const { error } = await run(`import 'a'\nasync () => 1`, { a: 'const = 1' })
      match(String(error), /^Unexpected token '='/)
    })

    test('defined modules of a request win over those of the construction', async () => {
      await using own = await ownExecutor(create, {
        workers: 1,
        modules: { a: 'export default "constructed"' },
      })
      const code = `import a from 'a'\nasync () => a`

      deepEqual(await own.execute({ code }), returned('constructed'))
      deepEqual(
        await own.execute({ code, modules: { a: 'export default "requested"' } }),
        returned('requested'),
      )
      deepEqual(await own.execute({ code, modules: { b: '' } }), failed(notFound('a', 'b')))
    })
  })
}
