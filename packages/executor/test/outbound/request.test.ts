import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { OutboundRequestMessage } from '@supolka/codemode-executor-protocol'
import { createOutboundChecks } from '../../src/outbound/policy.ts'
import { OutboundRefusedError } from '../../src/outbound/refusals.ts'
import { prepareRequest } from '../../src/outbound/request.ts'
import type { WireRequest } from '../../src/outbound/request.ts'

function prepare(init: Partial<OutboundRequestMessage>): WireRequest {
  const message = { method: 'GET', url: 'http://example.com/', headers: [], body: null, ...init }
  return prepareRequest(message, createOutboundChecks())
}

function refusalOf(init: Partial<OutboundRequestMessage>): string {
  try {
    prepare(init)
    return 'sent'
  } catch (error) {
    assert.ok(error instanceof OutboundRefusedError)
    return error.refusal.kind
  }
}

suite('prepareRequest', () => {
  test('splits the URL, without its fragment and the dot of an absolute name', () => {
    const { origin, host, path } = prepare({ url: 'https://Example.com.:8443/a%20b?c=d#e' })
    assert.deepEqual(
      { origin, host, path },
      { origin: 'https://example.com:8443', host: 'example.com:8443', path: '/a%20b?c=d' },
    )
  })

  test('leaves out what frames the message or belongs to the connection', () => {
    const owned = [
      'Host',
      'connection',
      'Content-Length',
      'transfer-encoding',
      'upgrade',
      'expect',
      'keep-alive',
      'TE',
      'trailer',
      'http2-settings',
      'accept-encoding',
      'proxy-authorization',
      'Proxy-Connection',
    ]
    const headers = owned.map((name): [string, string] => [name, 'chunked'])
    assert.deepEqual(prepare({ headers: [['X-One', '1'], ...headers, ['x-one', '2']] }).headers, [
      'x-one',
      '1',
      'x-one',
      '2',
      'accept',
      '*/*',
      'user-agent',
      'codemode-executor',
      'accept-encoding',
      'gzip, deflate, br, zstd',
    ])
  })

  test('keeps what the program says of itself, and asks for plain bytes of a range', () => {
    const headers: Array<[string, string]> = [
      ['accept', 'text/csv'],
      ['user-agent', 'mine'],
      ['range', 'bytes=0-9'],
      ['cookie', 'a=b'],
    ]
    assert.deepEqual(prepare({ headers }).headers, [
      ...headers.flat(),
      'accept-encoding',
      'identity',
    ])
  })

  test('refuses header names and values that could start another header or message', () => {
    const headers: Array<[name: string, value: string, verdict: string]> = [
      ['x-a', 'a\r\nInjected: 1', 'header-value'],
      ['x-a', 'a\nb', 'header-value'],
      ['x-a', 'a\u0000', 'header-value'],
      ['x-a', '\ud800', 'header-value'],
      ['x-a', 'ł', 'header-value'],
      ['x-a', 'a\tb \u00ff', 'sent'],
      ['x-a\r\nInjected', '1', 'header-name'],
      ['x a', '1', 'header-name'],
      ['x:a', '1', 'header-name'],
      ['', '1', 'header-name'],
      ['host', 'a\r\nb', 'header-value'],
      ['__proto__', '1', 'sent'],
    ]
    for (const [name, value, verdict] of headers) {
      assert.equal(refusalOf({ headers: [[name, value]] }), verdict, JSON.stringify([name, value]))
    }
  })

  test('refuses URLs that do not parse and methods that are not sent', () => {
    for (const url of [
      '',
      '/x',
      '//example.com',
      'http://',
      'http://a\u0000b.com/',
      'http://127.0.0.1%00.example.com/',
    ]) {
      assert.equal(refusalOf({ url }), 'url', url)
    }
    for (const method of ['', 'CONNECT', 'connect', 'TRACE', 'Track', 'GET /x', 'GET\r\nX: y']) {
      assert.equal(refusalOf({ method }), 'method', method)
    }
    assert.equal(prepare({ method: 'PROPFIND' }).method, 'PROPFIND')
  })

  test('sends a body with the methods that carry one', () => {
    const body = new Uint8Array([1, 2]).buffer
    assert.deepEqual(prepare({ method: 'POST', body }).body, new Uint8Array([1, 2]))
    assert.equal(prepare({ method: 'GET', body: new ArrayBuffer(0) }).body, null)
    assert.equal(refusalOf({ method: 'GET', body }), 'body')
    assert.equal(refusalOf({ method: 'HEAD', body }), 'body')
  })
})
