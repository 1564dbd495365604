import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { describePlaces } from './seam.ts'

const nested = (depth: number): unknown => {
  let value: unknown = 0
  for (let level = 0; level < depth; level += 1) value = [value]

  return value
}

const depthOf = (value: unknown): number => {
  let depth = 0
  for (let at = value; Array.isArray(at); at = at[0]) depth += 1

  return depth
}

const NEST = 'const nest = (n) => { let v = 0; while (n-- > 0) v = [v]; return v }\n'
const DEPTH =
  'const depth = (v) => { let n = 0; while (Array.isArray(v)) { v = v[0]; n++ } return n }\n'

describePlaces((load) => {
  test('S1: calls cross both ways, and every failure is a ToolCallError with its member', async (t) => {
    const { run } = await load(t)
    const got: Array<unknown> = []
    const { value } = await run(
      `const failures = []
      for (const name of ['fails', 'throws']) {
        try { await tools[name]({}) } catch (e) {
          failures.push([e instanceof ToolCallError, e instanceof Error, e.name, e.toolName, e.message])
        }
      }
      return [await tools.echo({ a: [1, 'x', null], b: { c: true } }), failures]`,
      {
        echo: (args) => {
          got.push(args)
          return { answer: [1.5, 'y'] }
        },
        fails: () => Promise.reject(new Error('no such thing')),
        throws: () => {
          // oxlint-disable-next-line typescript/only-throw-error -- what a tool may do
          throw 'plain text'
        },
      },
    )
    deepEqual(got, [{ a: [1, 'x', null], b: { c: true } }])
    deepEqual(value, [
      { answer: [1.5, 'y'] },
      [
        [true, true, 'ToolCallError', 'fails', 'no such thing'],
        [true, true, 'ToolCallError', 'throws', 'plain text'],
      ],
    ])
  })

  test('S2: namespace, error class and member property may have other names', async (t) => {
    const { run } = await load(t)
    const { value } = await run(
      `try { await api.f({}) } catch (e) {
        return [e instanceof ApiError, e.name, e['the member'], e.message, Object.keys(e)]
      }`,
      {},
      {
        bindings: [
          {
            global: 'api',
            functions: { f: () => Promise.reject(new Error('down')) },
            errorClass: { name: 'ApiError', memberNameProperty: 'the member' },
          },
        ],
      },
    )
    deepEqual(value, [true, 'ApiError', 'f', 'down', ['name', 'the member']])
  })

  test('S3: an array nested 3,000 deep crosses as argument, resolution and completion', async (t) => {
    const { run } = await load(t)
    let received: unknown
    const { value, error } = await run(
      `${NEST}${DEPTH}return [depth(await tools.deep(nest(3000))), nest(3000)]`,
      {
        deep: (args) => {
          received = args
          return nested(3000)
        },
      },
    )
    equal(error, undefined)
    equal(depthOf(received), 3000)
    ok(Array.isArray(value))
    equal(value[0], 3000)
    equal(depthOf(value[1]), 3000)
  })

  test('S4: a program with an enum is an exception that names it, and nothing is started', async (t) => {
    const { run } = await load(t, {
      executor: {
        execute: () => Promise.reject(new Error('started')),
        invokeHandle: () => Promise.reject(new Error('started')),
        closeHandles: () => Promise.resolve(),
        dispose: () => Promise.resolve(),
      },
    })
    const { error } = await run('enum Level { Low }\nreturn Level.Low')
    equal(error?.kind, 'exception')
    match(error?.message ?? '', /enum|strip/i)
  })

  test('S5: a thrown Error is an exception whose message has its text', async (t) => {
    const { run } = await load(t)
    const { error, ...rest } = await run('throw new Error("boom at noon")')
    equal(error?.kind, 'exception')
    match(error?.message ?? '', /boom at noon/)
    deepEqual(rest, { logs: [] })
  })

  test('S6: a completion with a function in it is invalid output and no value', async (t) => {
    const { run } = await load(t)
    deepEqual(await run('return { list: [1], f() {} }'), {
      logs: [],
      error: { kind: 'invalid-output', message: 'program completion must be lossless JSON' },
    })
  })

  test('S7: a program without a return has neither error nor value', async (t) => {
    const { run } = await load(t)
    const result = await run('await tools.f({})', { f: () => 1 })
    equal(result.error, undefined)
    equal('value' in result, false)
  })

  test('S8: lines logged before a throw are kept', async (t) => {
    const { run } = await load(t)
    const result = await run('console.log("one"); console.warn("two"); throw new Error("x")')
    deepEqual(result.logs, ['one', 'two'])
    equal(result.error?.kind, 'exception')
  })
})
