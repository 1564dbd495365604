import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { parseArguments, stringifyAnswer } from '../../src/codemode/codec.ts'
import { serveCalls } from '../../src/codemode/tool-calls.ts'
import { tabulateTools } from '../../src/codemode/tool-table.ts'
import type { CodemodeTool } from '../../src/codemode/dialect.ts'

function open(fns: Record<string, CodemodeTool>): {
  call: (tool: string, args?: string) => Promise<unknown>
  end: () => void
} {
  const table = tabulateTools({ name: 'codemode', fns })
  if (typeof table === 'string') throw new Error(table)
  const { dispatch, end } = serveCalls({
    tools: new Map([['codemode', table]]),
    connectors: new Map(),
  })

  return {
    end,
    call: async (tool, args = '') => JSON.parse(await dispatch('codemode', tool, args)),
  }
}

test('an object in JSON is the one argument, and the answer is an envelope', async () => {
  const seen: Array<unknown> = []
  const { call } = open({
    twice: async (...args) => {
      seen.push(args)

      return { doubled: (args[0] as { n: number }).n * 2 }
    },
  })
  deepEqual(await call('twice', '{"n":5}'), { result: { doubled: 10 } })
  deepEqual(seen, [[{ n: 5 }]])
})

test('a tool that is not there is an error that names it', async () => {
  deepEqual(await open({}).call('nonexistent', '{}'), { error: 'Tool "nonexistent" not found' })
})

test('a near name is offered', async () => {
  deepEqual(await open({ 'get-weather': async () => 1 }).call('get-weather'), {
    error: 'Tool "get-weather" not found. Did you mean "get_weather"?',
  })
})

test('no name reaches a member of Object.prototype', async () => {
  const { call } = open({})
  deepEqual(await call('constructor', '["x"]'), { error: 'Tool "constructor" not found' })
  deepEqual(await call('__proto__'), { error: 'Tool "__proto__" not found' })
})

test('what a tool throws is the error', async () => {
  const { call } = open({
    broken: async () => {
      throw new Error('something broke')
    },
    plain: async () => {
      throw 'only text' as unknown
    },
  })
  deepEqual(await call('broken', '{}'), { error: 'something broke' })
  deepEqual(await call('plain', '{}'), { error: 'only text' })
})

test('a call without arguments passes none', async () => {
  deepEqual(await open({ none: async (...args) => args }).call('none'), { result: [] })
})

test('bytes are tagged as the dialect tags them', async () => {
  const { call } = open({
    bytes: async () => new Uint8Array([1, 2, 3]),
    buffer: async () => new Uint8Array([1, 2, 3]).buffer,
    view: async () => new DataView(new Uint8Array([0, 1, 2, 3]).buffer, 1),
  })
  const data = 'AQID'
  deepEqual(await call('bytes'), { result: { __codemode_binary_v1__: 'Uint8Array', data } })
  deepEqual(await call('buffer'), { result: { __codemode_binary_v1__: 'ArrayBuffer', data } })
  deepEqual(await call('view'), { result: { __codemode_binary_v1__: 'ArrayBufferView', data } })
})

test('binary values come back at any depth', () => {
  const text = stringifyAnswer({
    result: { bytes: new Uint8Array([1, 2, 255]), nested: [{ buffer: Uint8Array.of(7).buffer }] },
  })
  deepEqual(parseArguments(text), [
    { result: { bytes: Uint8Array.of(1, 2, 255), nested: [{ buffer: Uint8Array.of(7).buffer }] } },
  ])
})

test('an object with the tag and something that is no base64 stays an object', () => {
  deepEqual(parseArguments('[{"__codemode_binary_v1__":"Uint8Array","data":"!"}]'), [
    { __codemode_binary_v1__: 'Uint8Array', data: '!' },
  ])
})

test('an answer that holds itself is an error in the words of the engine', async () => {
  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  const { error } = (await open({ cycle: async () => cycle }).call('cycle')) as { error: string }
  match(error, /circular/)
})

test('an answer with a BigInt is an error in the words of the engine', async () => {
  deepEqual(await open({ big: async () => 1n }).call('big'), {
    error: 'Do not know how to serialize a BigInt',
  })
})

test('arguments that nest too deeply are an error and no end of the host', async () => {
  const deep = `${'['.repeat(1_000_000)}{"__codemode_binary_v1__":1}${']'.repeat(1_000_000)}`
  const { error } = (await open({ any: async () => 1 }).call('any', deep)) as { error: string }
  match(error, /call stack/)
})

test('a call after the end reaches no tool and is told so in the words of the dialect', async () => {
  let calls = 0
  const { call, end } = open({
    count: async () => {
      calls += 1
    },
  })
  end()
  deepEqual(await call('count'), {
    error:
      'The code execution finished before this tool call settled. Await every tool call before returning.',
  })
  equal(calls, 0)
})
