import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ANSWER_BOUND, reactions, setUp } from './host-calls-setup.ts'

/** A caller without types may answer anything. */
const answerWithObject = (): Promise<string> => untyped.answer
const untyped = { answer: Promise.resolve(JSON.parse('{"result":1}')) }

const TOO_LARGE = new RegExp(`answer of tool "put".* 65 bytes.* ${ANSWER_BOUND} bytes`)

suite('tool calls at the host', () => {
  test('each reaches the dispatch as it came, and is answered exactly once', async () => {
    const seen: Array<Array<string>> = []
    const { call, sent, hostCalls, entered } = setUp({
      dispatch: async (...args) => {
        seen.push(args)

        return `{"result":"${args[2]}"}`
      },
    })
    call(1, '1')
    call(2, '', 'crm', 'č')
    assert.equal(hostCalls.dispatched, 2)
    await reactions()
    assert.deepEqual(seen, [
      ['store', 'put', '1'],
      ['crm', 'č', ''],
    ])
    assert.deepEqual(sent, [
      { message: { type: 'answer', id: 1 }, text: '{"result":"1"}' },
      { message: { type: 'answer', id: 2 }, text: '{"result":""}' },
    ])
    assert.equal(entered(), 2)
  })

  test('the observer hears of each call once, when the dispatch has settled, of late ones too', async () => {
    const late = Promise.withResolvers<string>()
    const { call, durations, hostCalls } = setUp({
      dispatch: (_provider, tool) => {
        if (tool === 'late') return late.promise

        return tool === 'broken' ? Promise.reject(new Error('no')) : Promise.resolve('{}')
      },
    })
    call(1)
    call(2, '', 'store', 'broken')
    call(3, '', 'store', 'late')
    await reactions()
    assert.equal(durations.length, 2)
    hostCalls.end()
    late.resolve('{}')
    await reactions()
    assert.equal(durations.length, 3)
    assert.ok(durations.every((duration) => duration >= 0))
  })

  test('answers leave in the order in which they settle', async () => {
    const first = Promise.withResolvers<string>()
    const { call, sent } = setUp({
      dispatch: (_provider, tool) => (tool === 'first' ? first.promise : Promise.resolve('{}')),
    })
    call(1, '', 'store', 'first')
    call(2)
    await reactions()
    first.resolve('{}')
    await reactions()
    assert.deepEqual(
      sent.map(({ message }) => message),
      [
        { type: 'answer', id: 2 },
        { type: 'answer', id: 1 },
      ],
    )
  })

  test('a dispatch that rejects or throws fails the call with its message', async () => {
    const failures: Array<() => Promise<string>> = [
      () => Promise.reject(new Error('rejected')),
      () => {
        throw new TypeError('thrown')
      },
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- callers do such things
      () => Promise.reject('a text'),
    ]
    const { call, sent } = setUp({
      dispatch: (_provider, _tool, index) => failures[Number(index)]?.() ?? Promise.resolve('{}'),
    })
    for (const index of failures.keys()) call(index, String(index))
    await reactions()
    assert.deepEqual(
      sent
        .map(({ message }) => message)
        .toSorted((a, b) => ('id' in a && 'id' in b ? a.id - b.id : 0)),
      [
        { type: 'answer-failed', id: 0, message: 'rejected' },
        { type: 'answer-failed', id: 1, message: 'thrown' },
        { type: 'answer-failed', id: 2, message: 'a text' },
      ],
    )
  })

  test('what is no text is outside the envelope', async () => {
    const { call, sent } = setUp({ dispatch: answerWithObject })
    call(1)
    await reactions()
    assert.deepEqual(sent, [{ message: { type: 'answer', id: 1 }, text: 'null' }])
  })

  test('without a dispatch every call gets the not-found envelope', async () => {
    const { call, sent, entered } = setUp({ providers: [{ name: 'store', tools: ['putAll'] }] })
    call(1)
    call(2, '', 'unlisted')
    await reactions()
    assert.equal(sent.length, 2)
    for (const { message, text } of sent) {
      assert.equal(message.type, 'answer')
      assert.match(text, /^\{"error":"Tool \\"put\\" not found/)
    }
    assert.equal(entered(), 0)
  })

  test('an answer of exactly the bound passes, one byte more fails the call', async () => {
    const { call, sent } = setUp({
      dispatch: async (_provider, _tool, size) =>
        'č'.repeat(Number(size) / 2) + 'x'.repeat(Number(size) % 2),
    })
    call(1, String(ANSWER_BOUND))
    await reactions()
    assert.deepEqual(sent.splice(0)[0]?.message, { type: 'answer', id: 1 })
    call(2, String(ANSWER_BOUND + 1))
    await reactions()
    const [failed] = sent
    assert.ok(failed?.message.type === 'answer-failed')
    assert.match(failed.message.message, TOO_LARGE)
  })

  test('each wait is reported as it begins and as it ends, failures included', async () => {
    const open = Promise.withResolvers<string>()
    const { call, turns, hostCalls } = setUp({
      dispatch: (_provider, tool) =>
        tool === 'slow' ? open.promise : Promise.reject(new Error('no')),
    })
    call(1, '', 'store', 'slow')
    call(2)
    assert.deepEqual([turns, hostCalls.openWaits], [[1, 1], 2])
    await reactions()
    assert.deepEqual([turns, hostCalls.openWaits], [[1, 1, -1], 1])
    open.resolve('{}')
    await reactions()
    assert.deepEqual([turns, hostCalls.openWaits], [[1, 1, -1, -1], 0])
  })

  test('once the run has reported no call reaches the dispatch, and the open ones are answered', async () => {
    const open = Promise.withResolvers<string>()
    const { call, sent, hostCalls } = setUp({ dispatch: () => open.promise })
    call(1)
    hostCalls.endCalls()
    call(2)
    open.resolve('{}')
    await reactions()
    assert.equal(hostCalls.dispatched, 1)
    assert.deepEqual(
      sent.map(({ message }) => message),
      [{ type: 'answer', id: 1 }],
    )
  })

  test('after the end nothing is sent, and the waits still end', async () => {
    const open = Promise.withResolvers<string>()
    const { call, sent, turns, hostCalls } = setUp({ dispatch: () => open.promise })
    call(1)
    hostCalls.end()
    call(2)
    open.reject(new Error('too late'))
    await reactions()
    assert.deepEqual([sent, turns, hostCalls.dispatched], [[], [1, -1], 1])
  })

  test('what was answered or failed is open no longer, however many come one after the other', async () => {
    const { call, request, sent } = setUp({
      dispatch: async (_provider, tool) =>
        tool === 'put' ? '{}' : Promise.reject(new Error('no')),
      outbound: () => Promise.reject(new Error('offline')),
    })
    for (let id = 0; id < 9_000; id += 1) {
      call(id, 'x', 'store', id % 2 === 0 ? 'put' : 'other')
      request(id)
      // oxlint-disable-next-line no-await-in-loop -- so many at a time are let through
      if (id % 500 === 0) await reactions()
    }
    await reactions()
    assert.equal(sent.length, 18_000)
  })

  test('an id that comes twice is refused before the dispatch hears of it', () => {
    const { call, hostCalls } = setUp({ dispatch: async () => '{}' })
    call(1)
    assert.throws(() => call(1), RangeError)
    assert.equal(hostCalls.dispatched, 1)
  })
})
