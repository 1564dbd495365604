// Names that transports lose and texts that they bend: what crosses a link that parts every message
// comes out as it does in one process.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createExecutor } from '@supolka/codemode-executor'
import {
  parseForDispatch,
  type ExecuteRequest,
  type ExecuteResult,
  type Executor,
} from '@supolka/codemode-executor-protocol'
import { requestTo, responseOf, textOf } from '../contract/exchanges.ts'
import { grant } from '../contract/granted.ts'
import { openServed, type Served } from './served.ts'

/** Members of Object.prototype, which a careless `in` or assignment takes for present or special. */
const NAMES = [
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  'valueOf',
  'isPrototypeOf',
  '__defineGetter__',
  'toJSON',
]

const TEXTS = [
  'a lone \ud800 surrogate',
  '\udc00\ud800',
  'lines \u2028 and \u2029',
  'NUL \0 and \u0001\u007f\u0085',
  'astral \u{1f600}\u{10ffff}',
  '\ufeff first and \ufffe noncharacter',
  '"quotes" \\ and \\" and ${template} and </script>',
  '',
]

/** An object with every name as an own key, `__proto__` included. */
const named = (): Record<string, unknown> =>
  Object.fromEntries(NAMES.map((name, index) => [name, { index }]))

/** The same as source. Plain assignment and literals would set the prototype. */
const NAMED = `Object.fromEntries(${JSON.stringify(NAMES)}.map((name, index) => [name, { index }]))`

const entriesOf = (value: unknown): Array<[string, unknown]> => Object.entries(Object(value))

const byName = (headers: Array<[string, string]>): Array<[string, string]> =>
  headers.toSorted(([left], [right]) => (left < right ? -1 : 1))

let served: Served
let local: Executor

before(async () => {
  served = await openServed({ server: { workers: 1 }, proxy: { mode: 'slice', seed: 8 } })
  local = createExecutor({ workers: 1 })
})
after(async () => {
  await served.dispose()
  await local.dispose()
})

/** What a request comes to over the wire; fails unless it is what it comes to in one process. */
async function outcomeOf(request: ExecuteRequest): Promise<ExecuteResult> {
  const outcome = await served.executor.execute(request)
  assert.deepEqual(outcome, await local.execute(request))

  return outcome
}

/** A provider `store` whose tool `echo` gives back its argument, and what it was given. */
function echoing(): {
  request: Pick<ExecuteRequest, 'providers' | 'dispatch'>
  seen: Array<unknown>
} {
  const seen: Array<unknown> = []

  return {
    seen,
    request: {
      providers: [{ name: 'store', tools: ['echo'] }],
      dispatch: async (_provider, _tool, argsJson) => {
        seen.push(parseForDispatch(argsJson))

        return `{"result":${argsJson}}`
      },
    },
  }
}

test('special names are keys of results like any other', async () => {
  // JSON calls a member of the name toJSON, and this one is none to call.
  const { result } = await outcomeOf({ code: `async () => ({ deep: [${NAMED}], ...${NAMED} })` })
  const { deep, ...flat } = Object(result)
  assert.deepEqual(entriesOf(deep[0]), entriesOf(named()))
  assert.deepEqual(entriesOf(flat), entriesOf(named()))
  assert.equal(Object.getPrototypeOf(result), Object.prototype)
})

test('special names are keys of tool arguments and tool answers', async () => {
  const { request, seen } = echoing()
  const code = `async () => Object.entries(await store.echo(${NAMED}))`
  const { result } = await outcomeOf({ ...request, code })
  assert.deepEqual(result, entriesOf(named()))
  assert.equal(seen.length, 2)
  for (const value of seen) assert.deepEqual(entriesOf(value), entriesOf(named()))
})

test('special names are names of modules', async () => {
  const modules = Object.fromEntries(NAMES.map((name) => [name, `export const own = '${name}'`]))
  const code = `import { own as first } from '__proto__'
    import { own as second } from 'constructor'
    async () => {
      const all = [first, second]
      for (const name of ${JSON.stringify(NAMES)}) all.push((await import(name)).own)
      return all
    }`
  const { result } = await outcomeOf({ code, modules })
  assert.deepEqual(result, ['__proto__', 'constructor', ...NAMES])
})

test('special names are names of tools and of providers', async () => {
  const heard: Array<string> = []
  // `__proto__` is a reserved name of a provider.
  const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf']
  const { result } = await outcomeOf({
    code: `async () => {
      const answers = []
      for (const provider of [${names.join(', ')}]) {
        for (const tool of ${JSON.stringify(NAMES)}) answers.push(await provider[tool]())
      }
      return answers
    }`,
    providers: names.map((name) => ({ name, tools: NAMES })),
    dispatch: async (provider, tool) => {
      heard.push(`${provider}.${tool}`)

      return JSON.stringify({ result: `${provider}.${tool}` })
    },
  })
  const expected = names.flatMap((provider) => NAMES.map((tool) => `${provider}.${tool}`))
  assert.deepEqual(result, expected)
  assert.deepEqual(heard, [...expected, ...expected])
})

test('special names are names of headers, outward and back', async () => {
  const headers = NAMES.map((name): [string, string] => [name.toLowerCase(), `value of ${name}`])
  const heard: Array<Array<[string, string]>> = []
  const { result } = await outcomeOf({
    code: `async () => {
      const response = await fetch('https://a.test/', { headers: ${JSON.stringify(headers)} })
      return [...response.headers]
    }`,
    outbound: async (request) => {
      heard.push(request.headers)

      return responseOf('', { headers })
    },
  })
  assert.deepEqual(result, byName(headers))
  assert.equal(heard.length, 2)
  for (const sent of heard) {
    assert.deepEqual(
      byName(sent.filter(([name]) => headers.some(([own]) => own === name))),
      byName(headers),
    )
  }
})

test('special names are names of headers of a handle', async () => {
  const headers = NAMES.map((name): [string, string] => [name.toLowerCase(), `value of ${name}`])
  const code = 'async () => (request) => new Response(null, { headers: request.headers })'
  await using remote = await grant(served.executor, { code })
  await using own = await grant(local, { code })
  const response = await remote.invoke('/', { headers })
  assert.deepEqual(response, await own.invoke('/', { headers }))
  assert.deepEqual(byName(response.headers), byName(headers))
})

test('texts that encodings bend are results, arguments, answers, lines and errors as they were', async () => {
  for (const text of TEXTS) {
    const { request, seen } = echoing()
    const literal = JSON.stringify(text)
    // oxlint-disable-next-line no-await-in-loop -- one text at a time, so that a failure names it
    const { result, logs } = await outcomeOf({
      ...request,
      code: `import text from 'text'
        async () => {
          console.log(${literal})
          return [${literal}, await store.echo(${literal}), text === ${literal}]
        }`,
      modules: { text: { text } },
    })
    assert.deepEqual(result, [text, text, true])
    assert.deepEqual(seen, [text, text])
    assert.equal(logs?.length, 1)
    // oxlint-disable-next-line no-await-in-loop
    await outcomeOf({ code: `async () => { throw new Error(${literal}) }` })
  }
})

test('a program may hold such texts as they are, unescaped', async () => {
  for (const text of ['\u2028', '\u0001', '\u{1f600}', '\ud800', '\ufeff']) {
    // oxlint-disable-next-line no-await-in-loop -- one text at a time, so that a failure names it
    const { result } = await outcomeOf({ code: `async () => '${text}'.charCodeAt(0)` })
    assert.equal(result, text.charCodeAt(0))
  }
})

test('300 KB of bytes cross in arguments, answers, bodies and results', async () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256)
  const { request, seen } = echoing()
  const { result } = await outcomeOf({
    ...request,
    code: `async () => {
      const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256)
      const answer = await store.echo(bytes)
      const response = await fetch('https://a.test/', { method: 'POST', body: answer })
      return response.bytes()
    }`,
    outbound: async ({ body }) => responseOf('', { body: body ?? new ArrayBuffer(0) }),
  })
  assert.deepEqual(result, bytes)
  assert.deepEqual(seen, [bytes, bytes])
})

test('300 KB of bytes cross in the bodies of a handle', async () => {
  const body = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 11) % 256).buffer
  const code = 'async () => async (request) => new Response(await request.arrayBuffer())'
  await using granted = await grant(served.executor, { code })
  const response = await granted.invoke('/', { method: 'POST', body })
  assert.ok(response.body instanceof ArrayBuffer)
  assert.deepEqual(response.body, body)
})

/** The largest text that a run may send outward: each quote is two bytes in JSON. */
const MOST_QUOTES = 8_388_608 / 2 - 1

test('8 MiB of quotes, which double when they are quoted again, cross as a result', async () => {
  const code = `async () => '"'.repeat(${MOST_QUOTES})`
  const { result } = await served.executor.execute({ code })
  assert.ok(result === '"'.repeat(MOST_QUOTES))
})

test('8 MiB of quotes cross as an error, and in a program', async () => {
  const quotes = '"'.repeat(8_388_608)
  const thrown = await served.executor.execute({
    code: `async () => { throw new Error('"'.repeat(${quotes.length})) }`,
  })
  assert.ok(thrown.error === quotes)
  const held = await served.executor.execute({ code: `async () => '${quotes}'.length` })
  assert.equal(held.result, quotes.length)
})

test('8 MiB of quotes cross in arguments and answers of a tool', async () => {
  const { request, seen } = echoing()
  const count = MOST_QUOTES - 100
  const { result, error } = await served.executor.execute({
    ...request,
    code: `async () => (await store.echo('"'.repeat(${count}))) === '"'.repeat(${count})`,
  })
  assert.equal(error, undefined)
  assert.equal(result, true)
  assert.equal(String(seen[0]).length, count)
})

test('what is past a bound fails in the words of one process, and the link lives on', async () => {
  const { links } = served.proxy?.counters ?? {}
  await outcomeOf({ code: `async () => '"'.repeat(${MOST_QUOTES + 1})` })
  const { request } = echoing()
  const code = `async () => store.echo('x'.repeat(8_388_608)).catch(({ message }) => message)`
  const { result } = await outcomeOf({ ...request, code })
  assert.match(String(result), /past its bound/v)
  assert.equal((await served.executor.execute({ code: 'async () => 1' })).result, 1)
  assert.equal(served.proxy?.counters.links, links)
})

test('a text of a handle is read as it was sent', async () => {
  const code =
    'async () => async (request) => new Response(`${request.url} ${await request.text()}`)'
  await using granted = await grant(served.executor, { code })
  const sent = new TextEncoder().encode('\u{1f600}\u2028\0').buffer
  const response = await granted.invoke('/__proto__?constructor=1', { method: 'POST', body: sent })
  const { url } = requestTo('/__proto__?constructor=1')
  assert.equal(textOf(response.body), `${url} \u{1f600}\u2028\0`)
})
