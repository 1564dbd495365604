import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type {
  OutboundRequestMessage,
  OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'
import { ANSWER_BOUND, reactions, responseOf, setUp } from './host-calls-setup.ts'

const STUB_SLOTS = 256
const NATIVE_SLOTS = 32

const never = (): Promise<never> => new Promise(() => undefined)

type Open = { request: OutboundRequestMessage; resolve: (answer: OutboundResponseMessage) => void }

/** An outbound that answers nothing by itself. */
function hold(): {
  open: Array<Open>
  fetch: (request: OutboundRequestMessage) => Promise<OutboundResponseMessage>
} {
  const open: Array<Open> = []

  return {
    open,
    fetch: (request) => {
      const { promise, resolve } = Promise.withResolvers<OutboundResponseMessage>()
      open.push({ request, resolve })

      return promise
    },
  }
}

suite("requests to the caller's outbound function", () => {
  test('each arrives as it was made and its response goes back, once', async () => {
    const seen: Array<OutboundRequestMessage> = []
    const { request, sent, entered } = setUp({
      outbound: async (one) => {
        seen.push(one)

        return { status: 201, statusText: 'Made', headers: [['c', 'd']], body: new ArrayBuffer(1) }
      },
    })
    request(1, Buffer.from('body'))
    request(2)
    await reactions()
    const made = { method: 'POST', headers: [['a', 'b']] }
    assert.deepEqual(seen, [
      { ...made, url: 'https://a.test/1', body: new TextEncoder().encode('body').buffer },
      { ...made, url: 'https://a.test/2', body: null },
    ])
    const head = { type: 'response', status: 201, statusText: 'Made', headers: [['c', 'd']] }
    assert.deepEqual(sent, [
      { message: { ...head, id: 1 }, text: '\0' },
      { message: { ...head, id: 2 }, text: '\0' },
    ])
    assert.equal(entered(), 2)
  })

  test('the body is a buffer of its own, not a view of the frame it came in', async () => {
    const held = hold()
    const { request } = setUp({ outbound: held.fetch })
    const frame = Buffer.from('..body..')
    request(1, frame.subarray(2, 6))
    await reactions()
    frame.fill('x')
    const body = held.open[0]?.request.body
    assert.ok(body)
    assert.equal(Buffer.from(body).toString(), 'body')
  })

  test('a function that fails, or answers nonsense, or too much, fails the request', async () => {
    const answers: Record<string, () => Promise<OutboundResponseMessage>> = {
      'https://a.test/1': () => Promise.reject(new Error('refused')),
      'https://a.test/2': () => {
        throw new Error('thrown')
      },
      'https://a.test/3': async () => ({ ...responseOf(''), status: 99 }),
      'https://a.test/4': async () => responseOf('x'.repeat(ANSWER_BOUND + 1)),
      'https://a.test/5': async () => responseOf('x'.repeat(ANSWER_BOUND)),
    }
    const { request, sent } = setUp({ outbound: ({ url }) => answers[url]?.() ?? never() })
    const patterns = [/^refused$/, /^thrown$/, /status/, /^The response body is 65 bytes/]
    for (const [index, pattern] of patterns.entries()) {
      request(index + 1)
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other
      await reactions()
      const last = sent.at(-1)?.message
      assert.ok(last?.type === 'response-failed', JSON.stringify(last))
      assert.match(last.message, pattern)
    }
    request(5)
    await reactions()
    assert.partialDeepStrictEqual(sent.at(-1)?.message, { type: 'response', id: 5 })
    assert.equal(sent.length, 5)
  })

  test('each is a wait of the run, from its call until its answer', async () => {
    const held = hold()
    const { request, turns, hostCalls } = setUp({ outbound: held.fetch })
    request(1)
    request(2)
    await reactions()
    assert.deepEqual([turns, hostCalls.openWaits], [[1, 1], 2])
    for (const { resolve } of held.open) resolve(responseOf(''))
    await reactions()
    assert.deepEqual([turns, hostCalls.openWaits], [[1, 1, -1, -1], 0])
  })

  test('past 256 at a time further requests wait, and no wait is reported for them', async () => {
    const held = hold()
    const { request, sent, turns } = setUp({ outbound: held.fetch })
    for (let id = 0; id < STUB_SLOTS + 2; id += 1) request(id)
    await reactions()
    assert.deepEqual([held.open.length, turns.length], [STUB_SLOTS, STUB_SLOTS])
    held.open[0]?.resolve(responseOf(''))
    await reactions()
    assert.deepEqual([held.open.length, sent.length], [STUB_SLOTS + 1, 1])
    assert.equal(held.open.at(-1)?.request.url, `https://a.test/${STUB_SLOTS}`)
  })

  test('a cancelled request is acknowledged once the function is done with it, not before', async () => {
    const held = hold()
    const { request, sent, hostCalls } = setUp({ outbound: held.fetch })
    request(1)
    await reactions()
    hostCalls.onCancel(1)
    hostCalls.onCancel(1)
    await reactions()
    assert.deepEqual([sent.length, hostCalls.openWaits], [0, 1])
    held.open[0]?.resolve(responseOf('late'))
    await reactions()
    assert.deepEqual([sent.length, hostCalls.openWaits], [1, 0])
    assert.partialDeepStrictEqual(sent[0]?.message, { id: 1 })
  })

  test('a request cancelled while it waits never reaches the function, and is acknowledged at once', async () => {
    const held = hold()
    const { request, sent, hostCalls } = setUp({ outbound: held.fetch })
    for (let id = 0; id <= STUB_SLOTS; id += 1) request(id)
    await reactions()
    hostCalls.onCancel(STUB_SLOTS)
    await reactions()
    assert.deepEqual([held.open.length, sent.length], [STUB_SLOTS, 1])
    assert.partialDeepStrictEqual(sent[0]?.message, { type: 'response-failed', id: STUB_SLOTS })
    held.open[0]?.resolve(responseOf(''))
    await reactions()
    assert.equal(held.open.length, STUB_SLOTS)
  })

  test('a cancel of what is not open is no matter', () => {
    const { hostCalls, sent } = setUp({ outbound: never })
    hostCalls.onCancel(5)
    assert.deepEqual(sent, [])
  })

  test('they go on after the tool calls have ended, and stop at the end', async () => {
    const held = hold()
    const { request, sent, hostCalls } = setUp({ outbound: held.fetch })
    hostCalls.endCalls()
    request(1)
    await reactions()
    held.open[0]?.resolve(responseOf(''))
    await reactions()
    assert.equal(sent.length, 1)
    request(2)
    await reactions()
    hostCalls.end()
    held.open[1]?.resolve(responseOf(''))
    request(3)
    await reactions()
    assert.deepEqual([sent.length, held.open.length], [1, 2])
  })
})

suite('native requests', () => {
  test('are no wait, and never enter the functions of the caller', async () => {
    const { request, sent, turns, entered } = setUp({}, async () => responseOf('native'))
    request(1)
    await reactions()
    assert.deepEqual([sent[0]?.text, turns, entered()], ['native', [], 0])
  })

  test('past 32 at a time further requests wait', async () => {
    const held = hold()
    const { request } = setUp({}, held.fetch)
    for (let id = 0; id < NATIVE_SLOTS * 2; id += 1) request(id)
    await reactions()
    assert.equal(held.open.length, NATIVE_SLOTS)
    for (const { resolve } of held.open.slice()) resolve(responseOf(''))
    await reactions()
    assert.equal(held.open.length, NATIVE_SLOTS * 2)
  })

  test('a cancel and the end of the run cut them', async () => {
    const signals: Array<AbortSignal> = []
    const { request, sent, hostCalls } = setUp({}, (_request, signal) => {
      signals.push(signal)

      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('cut')))
      })
    })
    request(1)
    request(2)
    await reactions()
    hostCalls.onCancel(1)
    await reactions()
    assert.deepEqual(
      sent.map(({ message }) => message),
      [{ type: 'response-failed', id: 1, message: 'cut' }],
    )
    hostCalls.end()
    await reactions()
    assert.deepEqual([signals.map(({ aborted }) => aborted), sent.length], [[true, true], 1])
  })

  test('a response past the bound fails the request', async () => {
    const { request, sent } = setUp({}, async () => responseOf('x'.repeat(ANSWER_BOUND + 1)))
    request(1)
    await reactions()
    const [failed] = sent
    assert.ok(failed?.message.type === 'response-failed')
    assert.match(failed.message.message, /^The response body is 65 bytes/)
  })
})
