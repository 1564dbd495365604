// The dispatch grammar: what reaches the tool and what its envelope says.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  BINARY_TAG,
  createEnvelopeDispatch,
  isEnvelope,
  parseArguments,
  parseForDispatch,
  thrownText,
  ToolNotFoundError,
} from '@supolka/codemode-executor-protocol'

const throwing = (thrown: unknown): Promise<string> =>
  createEnvelopeDispatch({ active: true }, () => {
    // oxlint-disable-next-line typescript/only-throw-error -- tools throw whatever they like
    throw thrown
  })('store', 'listOrders', '')

const answering = (result: unknown): Promise<string> =>
  createEnvelopeDispatch({ active: true }, async () => result)('store', 'listOrders', '')

const errorOf = (envelope: string): string => {
  const { error, ...rest }: { error: string } = JSON.parse(envelope)
  assert.deepEqual(rest, {})
  return error
}

test('the examples of the grammar', async () => {
  const dispatch = createEnvelopeDispatch({ active: true }, async () => ({ id: 'o1', total: 42 }))
  assert.equal(
    await dispatch('store', 'listOrders', '["ada",3]'),
    '{"result":{"id":"o1","total":42}}',
  )
  assert.equal(await throwing(new Error('No such customer.')), '{"error":"No such customer."}')
  const settled = createEnvelopeDispatch({ active: false }, async () => undefined)
  assert.equal(
    await settled('store', 'listOrders', ''),
    '{"error":"Execution has already completed."}',
  )
})

test('an array is the argument list, an empty text an empty list, anything else one argument', async () => {
  const seen: Array<unknown> = []
  const dispatch = createEnvelopeDispatch({ active: true }, (...call) => void seen.push(call))
  const payloads = ['', '["ada",3]', '[]', '[[1]]', '{"customer":"ada"}', 'null', '0', '""']
  const answers = await Promise.all(payloads.map((payload) => dispatch('store', 'get', payload)))
  assert.deepEqual(answers, Array(payloads.length).fill('{}'))
  await dispatch('store', 'put', `[{"${BINARY_TAG}":"Uint8Array","data":"AQ=="}]`)
  assert.deepEqual(seen, [
    ['store', 'get', []],
    ['store', 'get', ['ada', 3]],
    ['store', 'get', []],
    ['store', 'get', [[1]]],
    ['store', 'get', { customer: 'ada' }],
    ['store', 'get', null],
    ['store', 'get', 0],
    ['store', 'get', ''],
    ['store', 'put', [new Uint8Array([1])]],
  ])
  assert.deepEqual(parseArguments('[1]'), [1])
})

test('arguments that are no JSON are an error and reach no tool', async () => {
  let calls = 0
  const dispatch = createEnvelopeDispatch({ active: true }, () => (calls += 1))
  assert.match(errorOf(await dispatch('store', 'get', '{bad')), /JSON/)
  assert.equal(calls, 0)
})

test('nothing is called once the execution is over, and a tool under way still gets its answer', async () => {
  const state = { active: true }
  const calls: Array<string> = []
  const dispatch = createEnvelopeDispatch(state, async (_provider, tool) => {
    calls.push(tool)
    state.active = false
    return 'done'
  })
  assert.equal(await dispatch('store', 'first', ''), '{"result":"done"}')
  assert.equal(errorOf(await dispatch('store', 'second', '')), 'Execution has already completed.')
  assert.deepEqual(calls, ['first'])
})

test('whatever a tool throws gives a text, and an empty message stays empty', async () => {
  assert.equal(await throwing(new Error('')), '{"error":""}')
  assert.equal(await throwing(new ToolNotFoundError('x')), '{"error":"Tool \\"x\\" not found"}')
  assert.equal(errorOf(await throwing('nope')), 'nope')
  assert.equal(errorOf(await throwing({ message: 'from a plain object' })), 'from a plain object')
  const prefix = 'A value that is not an error was thrown: '
  assert.equal(errorOf(await throwing({ code: 'E_LIMIT' })), `${prefix}{"code":"E_LIMIT"}`)
  assert.equal(errorOf(await throwing(null)), `${prefix}null`)
  assert.equal(errorOf(await throwing(undefined)), `${prefix}undefined`)
  assert.equal(errorOf(await throwing(Symbol('s'))), `${prefix}Symbol(s)`)
  const textless = [
    '',
    new Proxy({}, { get: () => assert.fail('not read') }),
    Object.assign(new Error('x'), { toJSON: () => undefined, message: 5 }),
  ]
  for (const envelope of await Promise.all(textless.map(throwing))) {
    assert.equal(errorOf(envelope), `${prefix}one that has no text`)
  }
  assert.ok(thrownText({ long: 'x'.repeat(1e6) }).length < 1_100)
})

test('a result that JSON cannot carry is an error that says why', async () => {
  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  const hostile = {
    get secret(): never {
      throw new Error('not today')
    },
  }
  assert.match(errorOf(await answering(cycle)), /JSON cannot carry: .*circular/)
  assert.match(errorOf(await answering(1n)), /BigInt/)
  assert.match(errorOf(await answering(hostile)), /not today/)
})

test('undefined and functions answer an empty envelope, bytes a tagged one', async () => {
  assert.equal(await answering(undefined), '{}')
  assert.equal(await answering(() => 1), '{}')
  assert.equal(await answering(null), '{"result":null}')
  assert.equal(
    await answering(Buffer.from([1])),
    `{"result":{"${BINARY_TAG}":"Uint8Array","data":"AQ=="}}`,
  )
})

test('any object is an envelope and nothing else is', () => {
  for (const text of ['{}', '{"result":1}', '{"error":""}', '[]', '{"odd":1}']) {
    assert.ok(isEnvelope(parseForDispatch(text)), text)
  }
  for (const text of ['null', '1', '"text"', 'true']) {
    assert.ok(!isEnvelope(parseForDispatch(text)), text)
  }
})
