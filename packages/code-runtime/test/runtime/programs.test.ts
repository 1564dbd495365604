import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { describePlaces } from './with-runtime.ts'

describePlaces((make) => {
  test('a program is the body of an async function in TypeScript', async (t) => {
    const { run } = make(t)
    deepEqual(
      await run(
        `type Row = { id: number }
        const rows: Array<Row> = await tools.list()
        return rows.map((row) => row.id satisfies number)`,
        { list: () => [{ id: 7 }] },
      ),
      { value: [7], logs: [] },
    )
  })

  test('a run without a return has no value, and null is a value', async (t) => {
    const { run } = make(t)
    deepEqual(await run('1 + 1'), { logs: [] })
    deepEqual(await run('return undefined'), { logs: [] })
    deepEqual(await run('return null'), { value: null, logs: [] })
  })

  test('a program may declare the names of its scope again', async (t) => {
    const { run } = make(t)
    deepEqual(await run('const tools = 1, console = 2; return [tools, console]'), {
      value: [1, 2],
      logs: [],
    })
  })

  test('what a program throws is an exception that says where, in lines of the program', async (t) => {
    const { run } = make(t)
    deepEqual(
      (await run('type A = 1\nfunction f() {\n  throw new TypeError("no " + 1)\n}\nf()')).error,
      {
        kind: 'exception',
        message: 'TypeError: no 1\n    at f (program.ts:3:9)\n    at program.ts:5:1',
      },
    )
  })

  test('anything that is thrown has a text', async (t) => {
    const { run } = make(t)
    const texts: Array<[thrown: string, text: string]> = [
      ['"plain"', 'plain'],
      ['""', "''"],
      ['{ code: 1, list: [2] }', '{"code": 1, "list": [2]}'],
      ['null', 'null'],
      ['undefined', 'undefined'],
      ['new Error()', 'Error'],
      ['Object.create(null)', '{}'],
      ['() => 1', '[a function]'],
    ]
    for (const [thrown, text] of texts) {
      // oxlint-disable-next-line no-await-in-loop
      const { error } = await run(`throw (${thrown})`)
      deepEqual([error?.kind, error?.message.split('\n')[0]], ['exception', text])
    }
    const { error } = await run(
      'throw Object.defineProperty(new Error(), "message", { get() { throw 1 } })',
    )
    deepEqual(error, { kind: 'exception', message: 'program threw an unrenderable value' })
  })

  test('a program that cannot be read is an exception with its place', async (t) => {
    const { run } = make(t)
    deepEqual((await run('return 1\n  const = 2')).error, {
      kind: 'exception',
      message: "SyntaxError: Unexpected token '=' [program.ts:2:9]",
    })
    match(
      (await run('if (true) {')).error?.message ?? '',
      /^SyntaxError: .* at the end of the program$/,
    )
    match(
      (await run('let a = 1; let a = 2')).error?.message ?? '',
      /'a' has already been declared \[program\.ts:1:16\]/,
    )
  })

  test('a program cannot leave the function that it is the body of', async (t) => {
    const { run } = make(t)
    const programs = [
      '}',
      '}, () => {',
      '}), (async () => {',
      '} : 0, 1 ? async () => {',
      '`}, tools.f(), [1 ? {',
      '/* ',
      '*/ tools.f() /*',
      "'",
      '}, `',
      '}\n//',
      '} // {',
      '<!--',
    ]
    let calls = 0
    for (const program of programs) {
      // oxlint-disable-next-line no-await-in-loop
      const { error } = await run(program, { f: () => (calls += 1) })
      equal(error?.kind, 'exception', program)
    }
    equal(calls, 0)
  })

  test('an enum is refused by name', async (t) => {
    const { run } = make(t)
    const { error } = await run('enum Level { Low = 1 }\nreturn Level.Low')
    equal(error?.kind, 'exception')
    match(error?.message ?? '', /an enum at \[program\.ts:1:1\]/)
  })

  test('a program that takes too much to be read is an exception, and the host goes on', async (t) => {
    const { run } = make(t)
    const levels = 40
    const { error } = await run(`return ${'async ('.repeat(levels)}1${')'.repeat(levels)}`)
    deepEqual(error, {
      kind: 'exception',
      message: 'The program takes too much to be read. Write it shorter, or with less nesting.',
    })
  })

  test('nothing of a run is there in the next', async (t) => {
    const { run } = make(t)
    await run('globalThis.leak = 1; Array.prototype.leak = 2; tools.leak = 3')
    deepEqual((await run('return [typeof leak, [].leak, tools.leak]')).value, [
      'undefined',
      undefined,
      undefined,
    ])
  })

  test('there is no network unless the configuration gives one', async (t) => {
    const request = 'return (await fetch("http://tools.example/")).text()'
    const { error } = await make(t).run(request)
    match(error?.message ?? '', /Outbound fetch is disabled/)
    const { run } = make(t, {
      outbound: async ({ url }) => ({
        status: 200,
        statusText: '',
        headers: [],
        body: new TextEncoder().encode(url).buffer,
      }),
    })
    equal((await run(request)).value, 'http://tools.example/')
  })
})
