// Outbound requests, as the caller answers them.

import type { FieldCase } from '../field-case.ts'

function text(body: string): ArrayBuffer {
  return new TextEncoder().encode(body).buffer
}

export const fetchReports: Array<FieldCase> = [
  {
    id: 'A94',
    source: 'UsefulSoftwareCo/executor#1452',
    basis: 'contract',
    outbound: null,
    code: `async () => {
      try {
        await fetch('https://example.com/')
      } catch (e) {
        return [
          e.name,
          e.message.startsWith('Outbound fetch is disabled for this execution.'),
        ]
      }
    }`,
    expect: { resultEquals: ['TypeError', true] },
  },
  {
    id: 'A95',
    source: 'cloudflare/sandbox-sdk#420',
    basis: 'standard',
    outbound: async (req) => ({
      status: 201,
      statusText: 'Created',
      headers: [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['x-method', req.method],
        ['x-body', new TextDecoder().decode(req.body)],
      ],
      body: text('{"ok":true}'),
    }),
    code: `async () => {
      const r = await fetch('https://api.test/v1?q=a b', {
        method: 'post',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ a: 1 }),
      })
      return [
        r.status,
        r.ok,
        r.headers.getSetCookie(),
        r.headers.get('x-method'),
        r.headers.get('x-body'),
        await r.json(),
      ]
    }`,
    expect: {
      resultEquals: [201, true, ['a=1', 'b=2'], 'POST', '{"a":1}', { ok: true }],
      outboundCalls: 1,
    },
  },
  {
    id: 'A97',
    source: 'KeeperHub/keeperhub#362',
    basis: 'standard',
    outbound: async () =>
      new Promise((r) =>
        setTimeout(() => r({ status: 200, statusText: '', headers: [], body: text('') }), 3000),
      ),
    code: `async () => {
      const c = new AbortController()
      const p = fetch('https://api.test/', { signal: c.signal })
      c.abort()
      const names = []
      try {
        await p
      } catch (e) {
        names.push(e.name)
      }
      try {
        await fetch('https://api.test/', { signal: AbortSignal.timeout(50) })
      } catch (e) {
        names.push(e.name)
      }
      return names
    }`,
    expect: { resultEquals: ['AbortError', 'TimeoutError'], maxMs: 2500 },
  },
  {
    id: 'A98',
    source: 'UsefulSoftwareCo/executor#483',
    basis: 'contract',
    outbound: async (req) => ({
      status: 200,
      statusText: '',
      headers: [['content-type', 'application/octet-stream']],
      body: req.body ?? new ArrayBuffer(0),
    }),
    code: `async () => {
      const sent = Uint8Array.from({ length: 256 }, (_, i) => i)
      const r = await fetch('https://api.test/', { method: 'PUT', body: sent })
      const got = new Uint8Array(await r.arrayBuffer())
      return [got.length, got[0], got[128], got[255]]
    }`,
    expect: { resultEquals: [256, 0, 128, 255] },
  },
  {
    id: 'A103',
    source: 'cloudflare/capnweb#132',
    basis: 'standard',
    note: 'the wire buffers bodies, but programs written for streams must still run',
    outbound: async () => ({
      status: 200,
      statusText: 'OK',
      headers: [['content-type', 'text/event-stream']],
      body: text('data: 1\n\ndata: 2\n\n'),
    }),
    code: `async () => {
      const r = await fetch('https://api.test/')
      let s = ''
      for await (const c of r.body.pipeThrough(new TextDecoderStream())) s += c
      return [s.split('\\n\\n').length, r.bodyUsed]
    }`,
    expect: { resultEquals: [3, true] },
  },
]
