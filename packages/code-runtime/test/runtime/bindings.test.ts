import { deepEqual, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import type { CodeRunRequest } from '@supolka/code-runtime'
import { describePlaces } from './with-runtime.ts'

describePlaces((make) => {
  test('a rejection is a rejection of the call, with the error as it was thrown', async (t) => {
    const { run } = make(t)
    const { value } = await run(
      `const caught = []
      for (const name of ['error', 'text', 'object', 'uncloneable', 'sync']) {
        try { await tools[name]() } catch (e) {
          caught.push(e instanceof Error ? [e.constructor.name, e.name, e.message, e.cause] : e)
        }
      }
      return caught`,
      {
        error: () => Promise.reject(new RangeError('too far', { cause: { at: 1 } })),
        text: () => Promise.reject('plain'),
        object: () => Promise.reject({ code: 7 }),
        uncloneable: () => Promise.reject(() => 1),
        sync: () => {
          throw new TypeError('at once')
        },
      },
    )
    deepEqual(value, [
      ['RangeError', 'RangeError', 'too far', { at: 1 }],
      'plain',
      { code: 7 },
      ['Error', 'Error', 'A value that is not an error was thrown: () => 1', undefined],
      ['TypeError', 'TypeError', 'at once', undefined],
    ])
  })

  test("a host's stack and paths never reach the program", async (t) => {
    const { run } = make(t)
    const { value } = await run('return tools.f().catch((e) => e.stack + e.cause.stack)', {
      f: () => Promise.reject(new Error('x', { cause: new Error('y') })),
    })
    ok(typeof value === 'string' && !value.includes('.ts') && !value.includes('/'))
  })

  test('names are hostile input: each is an own member, and nothing is inherited', async (t) => {
    const { run } = make(t)
    const names = [
      '__proto__',
      'constructor',
      'toString',
      'then',
      'read-file',
      'a.b c',
      '',
      '\ud800',
      '"\u2028',
    ]
    const functions = Object.create(null) as Record<string, () => string>
    for (const name of names) {
      Object.defineProperty(functions, name, { value: () => `<${name}>`, enumerable: true })
    }
    const { value } = await run(
      `const names = Object.keys(tools)
      const answers = []
      for (const name of names) answers.push([name, await tools[name]()])
      return [Object.getPrototypeOf(tools), tools.valueOf, tools.nope, answers]`,
      functions,
    )
    deepEqual(value, [null, undefined, undefined, names.map((name) => [name, `<${name}>`])])
  })

  test('any identifier can be a global, whatever it shadows', async (t) => {
    const { run } = make(t)
    const globals = [
      '$',
      '_',
      'größe',
      'Promise',
      'Object',
      'JSON',
      '__dispatch',
      '__codeRuntime',
      'fetch',
    ]
    const bindings = globals.map((global) => ({ global, functions: { f: async () => global } }))
    const calls = globals.map((global) => `await ${global}.f()`).join(', ')
    deepEqual(await run(`return [${calls}]`, {}, { bindings }), { value: globals, logs: [] })
  })

  test('globals are properties of the global object as well', async (t) => {
    const { run } = make(t)
    const { value } = await run(
      'return [globalThis.tools === tools, new Function("return typeof tools")()]',
    )
    deepEqual(value, [true, 'object'])
  })

  test('calls run together and start in the order the program made them', async (t) => {
    const { run } = make(t)
    const order: Array<number> = []
    const all = Promise.withResolvers<void>()
    const { value } = await run(
      'return Promise.all(Array.from({ length: 100 }, (_, i) => tools.f(i)))',
      {
        async f(index: number) {
          order.push(index)
          if (order.length === 100) all.resolve()
          await all.promise
          return index
        },
      },
    )
    const numbers = Array.from({ length: 100 }, (_, index) => index)
    deepEqual([order, value], [numbers, numbers])
  })

  test('a call that is not awaited is dropped when the run is over', async (t) => {
    const { run } = make(t)
    const answered = Promise.withResolvers<void>()
    deepEqual(await run('tools.slow(); return 1', { slow: () => answered.promise }), {
      value: 1,
      logs: [],
    })
    answered.resolve()
  })

  test('a wrong request rejects, and says what is wrong', async (t) => {
    const { runtime } = make(t)
    const functions = {}
    const wrong: Array<[request: unknown, expected: RegExp]> = [
      [undefined, /request must be an object/],
      [{ program: 1, bindings: [] }, /"program" must be a string/],
      [{ program: '' }, /"bindings" must be an array/],
      [{ program: '', bindings: [1] }, /"bindings\[0\]" must be an object/],
      [{ program: '', bindings: [], signal: {} }, /"signal" must be an AbortSignal/],
      [
        { program: '', bindings: [{ global: 'a', functions: { f: 1 } }] },
        /member "f" must be a function/,
      ],
      [{ program: '', bindings: [{ global: 'a b', functions }] }, /not an identifier/],
      [{ program: '', bindings: [{ global: 'await', functions }] }, /not an identifier/],
      [{ program: '', bindings: [{ global: 'a){', functions }] }, /not an identifier/],
      [{ program: '', bindings: [{ global: 'console', functions }] }, /reserved/],
      [
        {
          program: '',
          bindings: [
            { global: 'a', functions },
            { global: 'a', functions },
          ],
        },
        /declared twice/,
      ],
    ]
    for (const [request, expected] of wrong) {
      // oxlint-disable-next-line no-await-in-loop
      await rejects(runtime.run(request as CodeRunRequest), expected)
    }
  })
})
