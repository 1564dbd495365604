import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  explainFailure,
  OutboundFailedError,
  ResponseBodyTooLargeError,
} from '../../src/outbound/failures.ts'
import type { OutboundFailure } from '../../src/outbound/failures.ts'
import { OutboundRefusedError } from '../../src/outbound/refusals.ts'
import type { OutboundRefusal } from '../../src/outbound/refusals.ts'

const REFUSALS: Array<[OutboundRefusal, string]> = [
  [
    { kind: 'url' },
    'Outbound fetch refused a URL that does not parse. Pass an absolute http: or https: URL.',
  ],
  [
    { kind: 'scheme', scheme: 'ftp:' },
    'Outbound fetch refused the scheme "ftp:" because only http: and https: requests leave this runtime. Fetch an http: or https: URL.',
  ],
  [
    { kind: 'credentials' },
    'Outbound fetch refused a URL that carries a user name or a password. Send credentials in an authorization header.',
  ],
  [
    { kind: 'host-name', host: 'a..b' },
    'Outbound fetch refused "a..b" because it is not a valid host name. Fetch a URL whose host is a name or an address.',
  ],
  [
    { kind: 'port', port: '25' },
    'Outbound fetch refused port 25 because that port belongs to a protocol other than HTTP. Fetch a URL on a port that serves HTTP.',
  ],
  [
    { kind: 'not-allowed', host: 'a.com', allowed: [] },
    'Outbound fetch refused "a.com" because it is not among the hosts that this executor allows. No host is allowed, so what this run needs has to arrive through a tool call.',
  ],
  [
    { kind: 'not-allowed', host: 'a.com', allowed: ['b.com', '*.c.com'] },
    'Outbound fetch refused "a.com" because it is not among the hosts that this executor allows. Fetch one of the allowed hosts (b.com, *.c.com), or get what this run needs through a tool call.',
  ],
  [
    { kind: 'not-allowed', host: 'a.com', allowed: Array.from({ length: 10 }, (_, n) => `h${n}`) },
    'Outbound fetch refused "a.com" because it is not among the hosts that this executor allows. Fetch one of the allowed hosts (h0, h1, h2, h3, h4, h5, h6, h7 and 2 more), or get what this run needs through a tool call.',
  ],
  [
    { kind: 'denied', host: 'a.com' },
    'Outbound fetch refused "a.com" because this executor denies that host. Fetch another host, or get what this run needs through a tool call.',
  ],
  [
    { kind: 'address', host: '127.0.0.1', isResolved: false, range: 'a loopback address' },
    'Outbound fetch refused "127.0.0.1" because it is a loopback address and only public addresses are reached. Fetch a public host, or get what this run needs through a tool call.',
  ],
  [
    { kind: 'address', host: 'a.com', isResolved: true, range: 'a private address' },
    'Outbound fetch refused "a.com" because it resolves to a private address and only public addresses are reached. Fetch a public host, or get what this run needs through a tool call.',
  ],
  [
    { kind: 'method', method: 'CONNECT' },
    'Outbound fetch refused the method "CONNECT" because this runtime does not send it. Use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.',
  ],
  [
    { kind: 'body', method: 'GET' },
    'Outbound fetch refused a GET request with a body because that method carries none. Send the body with another method, such as POST.',
  ],
  [
    { kind: 'header-name', name: 'a\r\nb' },
    'Outbound fetch refused the header name "a\\r\\nb" because it is not an HTTP token. Name headers with letters, digits and hyphens.',
  ],
  [
    { kind: 'header-value', name: 'x-a' },
    'Outbound fetch refused the value of the header "x-a" because HTTP cannot carry one of its characters. Percent-encode the value, or send it in the body.',
  ],
]

suite('OutboundRefusedError', () => {
  for (const [refusal, text] of REFUSALS) {
    test(`pins the text of ${refusal.kind}: ${text.slice(0, 60)}`, () => {
      const error = new OutboundRefusedError(refusal)
      assert.ok(error instanceof TypeError)
      assert.equal(error.name, 'TypeError')
      assert.equal(error.message, text)
    })
  }

  test('bounds what it quotes from the program', () => {
    const { message } = new OutboundRefusedError({ kind: 'header-name', name: 'x'.repeat(1e6) })
    assert.ok(message.length < 300)
  })
})

const FAILURES: Array<[codes: Array<string>, text: string]> = [
  [
    ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'],
    'Outbound fetch of a.com failed because the host name has no address. Check the spelling of the host, or fetch another one.',
  ],
  [
    ['ECONNREFUSED'],
    'Outbound fetch of a.com failed because nothing accepts connections there. Check the host and the port, or fetch another URL.',
  ],
  [
    ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
    'Outbound fetch of a.com failed because the server closed the connection before the response was complete. Try again, or fetch another URL.',
  ],
  [
    ['ETIMEDOUT'],
    'Outbound fetch of a.com failed because the server did not answer the connection. Try again, or fetch another URL.',
  ],
  [
    ['EHOSTUNREACH', 'ENETUNREACH'],
    'Outbound fetch of a.com failed because the network has no route to it. Fetch another host.',
  ],
  [
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'CERT_HAS_EXPIRED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'EPROTO',
    ],
    'Outbound fetch of a.com failed because a trusted TLS connection could not be made. Fetch a host whose certificate is valid for its name.',
  ],
  [
    ['UND_ERR_HEADERS_OVERFLOW'],
    'Outbound fetch of a.com failed because the response headers are past their bound of 65,536 bytes. Fetch another URL.',
  ],
  [
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
    'Outbound fetch of a.com failed because the response body is not as long as its headers say. Try again, or fetch another URL.',
  ],
  [['ENOENT', ''], 'Outbound fetch of a.com failed. Try again, or fetch another URL.'],
]

const OWN_FAILURES: Array<[failure: OutboundFailure, text: string]> = [
  [
    'malformed',
    'Outbound fetch of a.com failed because the response is not valid HTTP. Fetch another URL, since this server is likely to repeat it.',
  ],
  [
    'encoding',
    'Outbound fetch of a.com failed because the response body does not decode by its content-encoding. Fetch another URL, since this server is likely to repeat it.',
  ],
  [
    'busy',
    'Outbound fetch of a.com failed because the responses that arrive at the same time are too large together. Fetch fewer at a time.',
  ],
  [
    'aborted',
    'Outbound fetch of a.com was aborted. Start a new request if its response is still needed.',
  ],
  [
    'closed',
    'Outbound fetch of a.com failed because the executor is closing. Nothing further can be fetched from it.',
  ],
]

suite('OutboundFailedError', () => {
  for (const [failure, text] of OWN_FAILURES) {
    test(`pins the text of ${failure}`, () => {
      const error = new OutboundFailedError('a.com', failure)
      assert.equal(error.message, text)
      assert.equal(explainFailure('b.com', error), error)
    })
  }
})

suite('explainFailure', () => {
  test('knows a parser error of undici by its name', () => {
    const cause = Object.assign(new Error('bad'), { name: 'HTTPParserError', code: undefined })
    assert.match(explainFailure('a.com', cause).message, /the response is not valid HTTP/)
  })

  for (const [codes, text] of FAILURES) {
    test(`pins the text of ${codes.join(', ')}`, () => {
      for (const code of codes) {
        const cause = Object.assign(new Error('connect /etc/secret'), { code })
        const error = explainFailure('a.com', cause)
        assert.ok(error instanceof OutboundFailedError)
        assert.equal(error.message, text)
      }
    })
  }

  test('passes on what already is for the model, and says little about anything else', () => {
    const large = new ResponseBodyTooLargeError('a.com', 8_388_608)
    assert.equal(explainFailure('a.com', large), large)
    assert.equal(
      large.message,
      'The response of a.com is past its bound of 8,388,608 bytes. Ask for less at a time, with paging or a range header.',
    )
    for (const cause of [undefined, null, 'x', 7, { code: 7 }]) {
      assert.match(explainFailure('a.com', cause).message, /^Outbound fetch of a\.com failed\. /)
    }
  })
})
