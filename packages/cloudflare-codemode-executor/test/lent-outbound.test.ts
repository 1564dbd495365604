import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  AnswerTooLargeError,
  type OutboundFetchFn,
  type OutboundRequestMessage,
} from '@supolka/codemode-executor-protocol'
import { REQUEST_BOUND } from '../src/compose-call.ts'
import { lendOutbound } from '../src/lent-outbound.ts'

const request: OutboundRequestMessage = {
  method: 'GET',
  url: 'https://a.test/',
  headers: [],
  body: null,
}

const bytes = new Uint8Array([1, 2, 3]).buffer
const whole = { status: 200, statusText: 'OK', headers: [['a', 'b']], body: bytes }

/** What lending makes of an outbound function that answers anything at all. */
const answeredWith = (answer: unknown): Promise<unknown> =>
  lendOutbound((async () => answer) as OutboundFetchFn)(request)

suite('an answer of a lent outbound function', () => {
  test('crosses as its four members, copied', async () => {
    const headers = [['a', 'b']]
    const crossing = await answeredWith({ ...whole, headers, ok: true, extra: () => 'kept' })
    assert.deepEqual(crossing, whole)
    headers[0]?.splice(0)
    assert.deepEqual(crossing, whole)
  })

  test('is read off objects with a prototype too', async () => {
    class Answer {
      readonly status = 200
      readonly statusText = 'OK'
      get headers(): Array<Array<string>> {
        return [['a', 'b']]
      }
      get body(): ArrayBuffer {
        return bytes
      }
    }
    assert.deepEqual(await answeredWith(new Answer()), whole)
  })

  test('has an ArrayBuffer for a body, of exactly the bytes of a view', async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(3))
    shared.set([1, 2, 3])
    const views = [
      new Uint8Array([0, 1, 2, 3, 4]).subarray(1, 4),
      Buffer.from([1, 2, 3]),
      new DataView(new Uint8Array([9, 1, 2, 3]).buffer, 1),
      shared,
    ]
    for (const body of views) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.deepEqual(await answeredWith({ ...whole, body }), whole)
    }
  })

  test('has null for each member that is of the wrong kind, which a server refuses in words', async () => {
    const wrong: Array<[member: string, value: unknown]> = [
      ['status', '200'],
      ['status', Symbol('200')],
      ['statusText', undefined],
      ['headers', new Headers({ a: 'b' })],
      ['headers', [['a', 5]]],
      ['headers', [['a']]],
      ['headers', 'a: b'],
      ['body', new ReadableStream()],
      ['body', new SharedArrayBuffer(3)],
      ['body', 'text'],
      ['body', () => bytes],
    ]
    for (const [member, value] of wrong) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const crossing = await answeredWith({ ...whole, [member]: value })
      assert.deepEqual(crossing, { ...whole, [member]: null }, member)
    }
  })

  test('never crosses as something of the platform', async () => {
    const odd = [new Response('x'), new Blob(['x']), new Map(), new ReadableStream(), []]
    for (const answer of odd) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const crossing = await answeredWith(answer)
      assert.equal(Object.getPrototypeOf(crossing), Object.prototype)
      assert.deepEqual(Object.keys(Object(crossing)), ['status', 'statusText', 'headers', 'body'])
    }
    for (const answer of [null, undefined, 'text', () => whole]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal(await answeredWith(answer), null)
    }
  })
})

suite('a failure of a lent outbound function', () => {
  test('crosses as its text alone, a getter that throws included', async () => {
    const cause = new Error('a secret')
    const thrower = lendOutbound(async () => {
      throw Object.assign(new TypeError('no', { cause }), { code: 'INTERNAL' })
    })
    const answers = [
      thrower(request),
      answeredWith({
        ...whole,
        get status() {
          throw new TypeError('no', { cause })
        },
      }),
    ]
    for (const answer of answers) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await assert.rejects(answer, (failure: Error) => {
        assert.deepEqual(
          [failure.name, failure.message, failure.cause, Object.keys(failure)],
          ['Error', 'no', undefined, []],
        )

        return true
      })
    }
  })
})

suite('the size of an answer', () => {
  const headers = [['a', 'b']]
  // Two names of one letter and an empty status text, with their quotes; base64 takes four for three.
  const most = Math.floor((REQUEST_BOUND - 8) / 4) * 3

  test('may be all that fits in a message, the body being base64 there', async () => {
    const body = new ArrayBuffer(most)
    const crossing = await answeredWith({ status: 200, statusText: '', headers, body })
    assert.notEqual(crossing, null)
  })

  test('is refused above that, with the size on the wire', async () => {
    const body = new ArrayBuffer(most + 1)
    const size = Math.ceil((most + 1) / 3) * 4 + 8
    const text = new AnswerTooLargeError('response body', size, REQUEST_BOUND).message
    await assert.rejects(answeredWith({ status: 200, statusText: '', headers, body }), {
      message: text,
    })
  })

  test('counts the headers and the status text too', async () => {
    const body = new ArrayBuffer(most)
    for (const grown of [
      { headers: [['a', 'b'.repeat(9)]], statusText: '' },
      { headers, statusText: 'x'.repeat(9) },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await assert.rejects(answeredWith({ status: 200, body, ...grown }), {
        message: /^The response body is 33,553,4\d\d bytes/,
      })
    }
  })

  test('is bounded in the number of headers', async () => {
    const many = Array.from({ length: 24_500 }, (_, index) => [`h${index}`, ''])
    const answer = { status: 200, statusText: '', headers: many, body: new ArrayBuffer(0) }
    await assert.rejects(answeredWith(answer), {
      message:
        'The response has 24,500 headers, more than fit in one message. Leave out what the program does not need.',
    })
    assert.notEqual(await answeredWith({ ...answer, headers: many.slice(1) }), null)
  })
})
