// Entry contract: the arrow, the import block in front of it, and the positions a program sees.

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { describe } from 'node:test'
import type { ExecuteRequest } from '@supolka/codemode-executor-protocol'
import { test } from './bounded-test.ts'
import { shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { inTurn } from './in-turn.ts'
import { failed, returned } from './outcomes.ts'
import { scripted } from './toolbox.ts'

export function declareEntry(create: ExecutorFactory): void {
  describe('entry', () => {
    const executor = shareExecutor(create)
    const run = (code: string, modules = {}) => executor.execute({ code, modules, outbound: null })

    test('the value the arrow settles to is the result', async () => {
      deepEqual(await run('() => 1'), returned(1))
      deepEqual(await run('async () => ({ a: [1, null, "x"] })'), returned({ a: [1, null, 'x'] }))
      deepEqual(await run('() => new Promise((r) => setTimeout(r, 1, 7))'), returned(7))
      deepEqual(await run('() => ({ then: (resolve) => resolve(8) })'), returned(8))
      deepEqual(await run('async () => {}'), returned(undefined))
    })

    test('the arrow is called without arguments', async () => {
      deepEqual(await run('(...given) => given.length'), returned(0))
    })

    test('an undefined field reads the same as an absent one', async () => {
      const request: ExecuteRequest = {
        code: 'async () => typeof fetch',
        providers: undefined,
        dispatch: undefined,
        modules: undefined,
        timeout: undefined,
        countHostWaits: undefined,
        outbound: undefined,
        retainHandles: undefined,
      }

      deepEqual(await executor.execute(request), returned('function'))
    })

    test('blank lines, comments and imports form the leading block', async () => {
      const modules = { a: 'export const a = 1', b: 'export default 2', c: '' }
      const code = `
// first
/* and
   second */
import { a } from 'a'
// between

import b, * as all
  from 'b'; import 'c'
/* last */ async () => [a, b, Object.keys(all)]`

      deepEqual(await run(code, modules), returned([1, 2, ['default']]))
    })

    test('an import that spans lines is lifted whole', async () => {
      const modules = { m: 'export const first = 1, second = 2' }
      const code = `import {
  first, // one
  second as other,
} from 'm'
async () => first + other`

      deepEqual(await run(code, modules), returned(3))
    })

    test('import() and import.meta are expressions and end the block', async () => {
      const modules = { m: 'export const one = 1' }

      deepEqual(await run(`async () => (await import('m')).one`, modules), returned(1))
      deepEqual(await run('async () => typeof import.meta'), returned('object'))
      match(String((await run(`import('m')`, modules)).error), /\S/)
    })

    test('a syntax error tells its place in the code as it was passed', async () => {
      deepEqual(
        await run('async () => { const = 1 }'),
        failed("Unexpected token '=' [executor.js:1:21]"),
      )
      deepEqual(
        await run('async () => {\n  const a = 1\n  a +* 2\n}'),
        failed("Unexpected token '*' [executor.js:3:6]"),
      )
      deepEqual(
        await run(`import { a } from 'a'\n\nasync () => {\n  a b\n}`, { a: 'export const a = 1' }),
        failed("Unexpected identifier 'b' [executor.js:4:5]"),
      )
    })

    test('a stack tells lines and columns of the code under executor.js', async () => {
      const { result } = await run(
        `import 'a'
async () => {
  const deep = () => { throw new Error('x') }
  try { deep() } catch (error) { return error.stack.split('\\n').slice(1, 3) }
}`,
        { a: '' },
      )

      match(String(result), /executor\.js:3:30.*executor\.js:4:9/)
    })

    test('code outside the form reports its own error and does not reject', async () => {
      const programs = [
        '',
        ' ',
        '// only',
        'return 1',
        'const x = 1',
        '1 +',
        '}',
        '{',
        '({',
        '`',
        '/*',
      ]
      const outcomes = await inTurn(programs, (code) => run(code))

      for (const [index, { error, ...rest }] of outcomes.entries()) {
        match(String(error), /\S/, `no error for ${JSON.stringify(programs[index])}`)
        deepEqual(rest, { result: undefined, logs: [] })
      }
    })

    test('code that closes the wrapper does not break out of it', async () => {
      const programs = [
        'async () => 1); __dispatch("store", "put", ""); (async () => 2',
        'async () => 1)); __dispatch("store", "put", ""); ((async () => 2',
        'async () => 1}; __dispatch("store", "put", ""); {',
        'async () => 1, __dispatch("store", "put", "")',
        '__dispatch("store", "put", ""); async () => 1',
        'async () => 1]; __dispatch("store", "put", ""); [async () => 2',
        'async () => 1 //\n); __dispatch("store", "put", "") //',
        'async () => { } `${__dispatch("store", "put", "")}`)',
      ]
      const { calls, request } = scripted('{"result":1}')
      const outcomes = await inTurn(programs, (code) => executor.execute({ ...request, code }))

      deepEqual(calls, [])
      for (const { error, result } of outcomes) {
        equal(result, undefined)
        match(String(error), /\S/)
      }
    })

    test('nothing in the body is rewritten', async () => {
      const code =
        'async () => { const f = () => { /* import("x") */ return 1 }; return String(f) }'

      deepEqual(await run(code), returned('() => { /* import("x") */ return 1 }'))
    })

    test('a result keeps keys that name members of Object.prototype', async () => {
      const { result } = await run(
        `async () => JSON.parse('{"constructor":1,"toString":{"valueOf":2},"__proto__":[3]}')`,
      )

      ok(typeof result === 'object' && result !== null)
      deepEqual(Object.keys(result), ['constructor', 'toString', '__proto__'])
      equal(JSON.stringify(result), '{"constructor":1,"toString":{"valueOf":2},"__proto__":[3]}')
    })
  })
}
