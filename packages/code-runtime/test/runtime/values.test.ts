import { deepEqual, deepStrictEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { describePlaces } from './with-runtime.ts'

describePlaces((make) => {
  test('values cross both ways with the fidelity of a structured clone', async (t) => {
    const { run } = make(t)
    const kinds = `const shared = { n: 1 }
      const kinds = {
        date: new Date(5), map: new Map([[{ k: 1 }, new Set([1n, undefined])]]), big: -(2n ** 80n),
        bytes: new Uint16Array([1, 65535]), buffer: new Uint8Array([9]).buffer, pattern: /a\\/b/gi,
        error: new RangeError('far', { cause: [1] }), numbers: [NaN, -0, Infinity], holes: [1, , 3],
        nothing: undefined, boxed: Object(7), one: shared, two: shared,
      }
      kinds.self = kinds\n`
    let got: Record<string, unknown> = {}
    const { value, error } = await run(`${kinds}return tools.keep(kinds)`, {
      keep: (args: Record<string, unknown>) => {
        got = args
        return args
      },
    })
    equal(error, undefined)
    const copy = value as typeof got
    for (const side of [got, copy]) {
      equal(side['self'], side)
      equal(side['one'], side['two'])
      deepStrictEqual(side['date'], new Date(5))
      deepStrictEqual(side['map'], new Map([[{ k: 1 }, new Set([1n, undefined])]]))
      equal(side['big'], -(2n ** 80n))
      deepStrictEqual(side['bytes'], new Uint16Array([1, 65_535]))
      deepStrictEqual(side['buffer'], new Uint8Array([9]).buffer)
      deepStrictEqual(side['pattern'], /a\/b/gi)
      deepStrictEqual(side['numbers'], [NaN, -0, Infinity])
      // oxlint-disable-next-line no-sparse-arrays
      deepStrictEqual(side['holes'], [1, , 3])
      ok('nothing' in side && side['nothing'] === undefined)
      deepStrictEqual(side['boxed'], Object(7))
      ok(side['error'] instanceof RangeError)
      deepEqual([side['error'].message, side['error'].cause], ['far', [1]])
    }
  })

  test('inside the program a resolution is of its own realm', async (t) => {
    const { run } = make(t)
    const { value } = await run(
      `const v = await tools.f()
      return [v.map instanceof Map, v.date instanceof Date, v.error instanceof TypeError, Array.isArray(v.list)]`,
      {
        f: () => ({
          map: new Map(),
          date: new Date(),
          error: new TypeError('x'),
          list: [undefined],
        }),
      },
    )
    deepEqual(value, [true, true, true, true])
  })

  test('what cannot cross is refused in words, and the run goes on', async (t) => {
    const { run } = make(t)
    let calls = 0
    const { value } = await run(
      `const text = (e) => e.message
      return [
        await tools.f({ rows: [{ load() {} }] }).catch(text),
        await tools.f(Symbol('s')).catch(text),
        await tools.gives().catch(text),
        await tools.f({}),
      ]`,
      { f: () => (calls += 1), gives: () => ({ list: [Promise.resolve()] }) },
    )
    deepEqual(value, [
      'binding arguments must be structured-cloneable: the argument.rows[0].load is a function "load"',
      'binding arguments must be structured-cloneable: the argument is a symbol',
      'binding resolution is not structured-cloneable: the resolution.list[0] is a value of the class Promise',
      1,
    ])
  })

  test('a completion that cannot cross becomes its rendering', async (t) => {
    const { run } = make(t)
    deepEqual(await run('return { id: 7, load() {} }'), {
      value: '{"id": 7, "load": [a function "load"]}',
      logs: [],
    })
    equal((await run('return Symbol("s")')).value, 'Symbol(s)')
    equal((await run('return [new WeakMap()]')).value, '[[a value of the class WeakMap]]')
  })

  test('a completion past its cap becomes a rendering with a mark', async (t) => {
    const { run } = make(t, { maxValueBytes: 256 })
    const { value } = await run('return "€".repeat(1000)')
    ok(typeof value === 'string' && value.startsWith('€€€') && value.endsWith('… [truncated]'))
    ok(Buffer.byteLength(value) <= 256)
    const other = (await run('return Array.from({ length: 1000 }, (_, i) => i)')).value
    ok(typeof other === 'string' && other.startsWith('[0, 1, 2') && other.endsWith('… [truncated]'))
    equal((await run('return "x".repeat(254)')).value, 'x'.repeat(254))
    const { error } = await run('throw new Error("x".repeat(1000))')
    ok(error?.message.endsWith('… [truncated]') && error.message.length <= 256)
  })

  test('large values cross whole', async (t) => {
    const { run } = make(t)
    const size = 3_000_000
    const { value, error } = await run(
      `const text = await tools.echo('"'.repeat(${size}))
      return [text.length, '€'.repeat(1_500_000)]`,
      { echo: (args: unknown) => args },
    )
    equal(error, undefined)
    ok(Array.isArray(value))
    equal(value[0], size)
    equal(value[1], '€'.repeat(1_500_000))
  })
})
