// Programs that abuse fetch, in each of the three outbound modes.

import { setTimeout } from 'node:timers/promises'
import type { OutboundFetchFn, OutboundResponseMessage } from '@supolka/codemode-executor'
import { answers } from '../expectation.ts'
import type { CaseContext, HostileCase } from '../hostile-case.ts'

const OUTBOUND_DISABLED =
  'Outbound fetch is disabled for this execution. Anything this run needs from outside has to arrive through a tool call.'

const nativeBounds: Pick<HostileCase, 'outbound' | 'timeout' | 'maxWallMs' | 'maxHostMb'> = {
  outbound: 'native',
  timeout: 1500,
  maxWallMs: 9000,
  maxHostMb: 400,
}

const loopbackUrls: Record<string, string> = {
  loopback: '{{sink}}/secret',
  localhost: '{{sinkname}}/secret',
  'ipv6-loopback': 'http://[::1]:{{sinkport}}/secret',
  'octal-ip': 'http://0177.0.0.1:{{sinkport}}/secret',
  'short-ip': 'http://127.1:{{sinkport}}/secret',
  'zero-ip': 'http://0.0.0.0:{{sinkport}}/secret',
  'userinfo-confusion': 'http://example.com@127.0.0.1:{{sinkport}}/secret',
}

/** Addresses, or names to be resolved, that are not on this machine. */
const remoteUrls: Record<string, string> = {
  'trailing-dot': 'http://localhost.:{{sinkport}}/secret',
  'null-byte-host': 'http://127.0.0.1%00.example.com:{{sinkport}}/secret',
  'metadata-v4': 'http://169.254.169.254/latest/meta-data/',
  'metadata-v6': 'http://[fd00:ec2::254]/latest/meta-data/',
  'metadata-mapped': 'http://[::ffff:169.254.169.254]/',
  nat64: 'http://[64:ff9b::a9fe:a9fe]/',
  '6to4': 'http://[2002:7f00:1::]/',
}

const emptyResponse: OutboundFetchFn = async () => ({
  status: 200,
  statusText: '',
  headers: [],
  body: new ArrayBuffer(0),
})

/** Answers that no host should give, one after the other. */
const garbage: Array<unknown> = [
  null,
  {},
  { status: 'x' },
  { status: 99, statusText: 1, headers: 5, body: 'x' },
  { status: 200, statusText: '', headers: [['a\r\nb', 'c']], body: new ArrayBuffer(0) },
  { status: 200, statusText: '\r\n', headers: [['__proto__', 'x']], body: new ArrayBuffer(0) },
  { status: 1e9, statusText: '', headers: [], body: new ArrayBuffer(0) },
  { status: 204, statusText: '', headers: [], body: new ArrayBuffer(5) },
]

const garbageInTurn: OutboundFetchFn = async ({ url }) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the wrong shape is the case
  garbage[Number(new URL(url).pathname.slice(1))] as OutboundResponseMessage

/** No request of this kind is still open `ms` after the run. */
function closedAfter(kind: 'drip' | 'hang', ms: number) {
  return async (_outcome: unknown, { sink }: CaseContext): Promise<true | string> => {
    await setTimeout(ms)

    return sink.open[kind] === 0 || `${sink.open[kind]} requests outlive the run`
  }
}

function isCleanHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username } = new URL(text)

  // oxlint-disable-next-line no-control-regex -- control characters are what must not get through
  return /^https?:$/.test(protocol) && !/[\u0000-\u001f]/.test(text) && username === ''
}

/** A URL that the default policy refuses before anything is dialled. */
function guarded(id: string, url: string, nonLoopback = false): HostileCase {
  return {
    id: `egress-guard-${id}`,
    basis: 'common',
    code: `async () => {
      try {
        const x = await fetch('${url}')
        return 'CONNECTED ' + x.status
      } catch (e) {
        return e.name
      }
    }`,
    expect: {
      oneOf: [answers('TypeError'), { errorPresent: true }],
      check: (_outcome, { sink }) =>
        !sink.requests.some((request) => request.url.startsWith('/secret')) ||
        'the sink was reached',
    },
    ...nativeBounds,
    nonLoopback,
  }
}

export const netCases: Array<HostileCase> = [
  {
    id: 'disabled-text',
    basis: 'contract',
    code: `async () => {
      try {
        await fetch('http://127.0.0.1:1/')
      } catch (e) {
        return [e.name, e.message]
      }
    }`,
    expect: answers(['TypeError', OUTBOUND_DISABLED]),
    outbound: null,
  },
  {
    id: 'disabled-hostile-arguments',
    basis: 'common',
    code: `async () => {
      const r = []
      for (const a of [
        [],
        [
          {
            toString() {
              throw 1
            },
          },
        ],
        [
          'x',
          {
            get method() {
              throw 1
            },
          },
        ],
        [Symbol()],
        [
          new Proxy(
            {},
            {
              get() {
                throw 1
              },
            },
          ),
        ],
        [
          'http://127.0.0.1:1/',
          {
            body: new Proxy(
              {},
              {
                get() {
                  throw 1
                },
              },
            ),
          },
        ],
      ]) {
        try {
          await fetch(...a)
          r.push('SENT')
        } catch {
          r.push(0)
        }
      }
      return r.filter((x) => x)
    }`,
    expect: answers([]),
    outbound: null,
  },
  {
    id: 'no-other-network-apis',
    basis: 'common',
    code: `async () =>
      [
        'XMLHttpRequest',
        'WebSocket',
        'EventSource',
        'WebTransport',
        'RTCPeerConnection',
        'navigator',
        'importScripts',
        'Worker',
        'SharedWorker',
        'connect',
      ].filter((k) => typeof globalThis[k] === 'function')`,
    expect: answers([]),
  },
  {
    id: 'stub-header-injection',
    basis: 'common',
    note: 'WHATWG fetch refuses these before a message is built',
    code: `async () => {
      const r = []
      for (const init of [
        { headers: { 'x-a': 'a\\r\\nInjected: 1' } },
        { headers: { 'x\\r\\ny': '1' } },
        { method: 'GET\\r\\nX: y' },
        { method: 'CONNECT' },
        { headers: { 'x-b': '\\ud800' } },
        { headers: [['x-c', 'ok\\u0000']] },
      ]) {
        try {
          await fetch('http://example.invalid/', init)
          r.push('SENT ' + JSON.stringify(init))
        } catch (e) {
          r.push(0)
        }
      }
      return r.filter((x) => x)
    }`,
    expect: answers([]),
    outbound: emptyResponse,
  },
  {
    id: 'stub-request-bound',
    basis: 'contract',
    code: `async () => {
      try {
        await fetch('http://example.invalid/', { method: 'POST', body: new Uint8Array(3e7) })
        return 'SENT'
      } catch (e) {
        return e.name
      }
    }`,
    expect: {
      oneOf: [answers('TypeError'), { errorPresent: true }],
      check: (_outcome, { outbound }) =>
        outbound.length === 0 || 'a request past the bound reached the host',
    },
    outbound: emptyResponse,
    timeout: 8000,
    maxWallMs: 15000,
  },
  {
    id: 'stub-url-tricks-are-normalised',
    basis: 'common',
    code: `async () => {
      const r = []
      for (const u of [
        'http://a.invalid/../../x',
        'HTTP://A.invalid:80/',
        'http://a.invalid/\\n/x',
        'http://user:pw@a.invalid/',
        'file:///etc/passwd',
        'javascript:1',
        'data:text/plain,x',
        'node:fs',
        '//a.invalid',
        '',
        'http://',
        'http://a.invalid\\u0000.b.invalid/',
      ]) {
        try {
          await fetch(u)
          r.push(u)
        } catch {
          r.push(0)
        }
      }
      return r.filter(
        (x) => typeof x === 'string' && !/^(http|HTTP)/.test(x) && !/^data:/.test(x),
      )
    }`,
    expect: {
      errorAbsent: true,
      resultEquals: [],
      check: (_outcome, { outbound }) =>
        outbound.every((m) => isCleanHttpUrl(m.url)) ||
        'a hostile URL reached the host: ' + JSON.stringify(outbound.map((m) => m.url)),
    },
    outbound: emptyResponse,
  },
  {
    id: 'stub-host-answers-garbage',
    basis: 'common',
    code: `async () => {
      const r = []
      for (let i = 0; i < 8; i++)
        try {
          const x = await fetch('http://example.invalid/' + i)
          r.push(typeof x.status)
        } catch (e) {
          r.push(e instanceof Error)
        }
      return r.length
    }`,
    expect: { settled: true },
    outbound: garbageInTurn,
    mayReject: true,
  },
  {
    id: 'stub-host-throws',
    basis: 'common',
    code: `async () => {
      try {
        await fetch('http://example.invalid/')
      } catch (e) {
        return [
          e instanceof Error,
          /s3cr3t|cases\\/net\\.ts|\\/tmp\\//.test(
            String(e.stack) +
              JSON.stringify(Object.getOwnPropertyNames(e).map((k) => String(e[k]))),
          ),
        ]
      }
    }`,
    expect: { oneOf: [answers([true, false]), { mayReject: true, errorPresent: true }] },
    outbound: async () => {
      throw Object.assign(new Error('upstream down'), { secret: 's3cr3t' })
    },
    mayReject: true,
  },
  {
    id: 'native-drip-body-spends-the-bound',
    basis: 'common',
    code: `async () => (await fetch('{{sink}}/drip')).text()`,
    expect: { errorStartsWith: 'Execution timed out', check: closedAfter('drip', 1500) },
    ...nativeBounds,
  },
  {
    id: 'native-never-responds',
    basis: 'common',
    code: `async () => (await fetch('{{sink}}/hang')).status`,
    expect: { errorStartsWith: 'Execution timed out', check: closedAfter('hang', 1500) },
    ...nativeBounds,
  },
  {
    id: 'native-200-hung-requests',
    basis: 'common',
    code: `async () => {
      await Promise.all(
        Array.from({ length: 200 }, () => fetch('{{sink}}/hang').catch(() => {})),
      )
    }`,
    expect: { errorStartsWith: 'Execution timed out', check: closedAfter('hang', 2500) },
    ...nativeBounds,
  },
  {
    id: 'native-body-too-large',
    basis: 'common',
    code: `async () => {
      try {
        const b = await (await fetch('{{sink}}/big?mb=300')).arrayBuffer()
        return b.byteLength
      } catch (e) {
        return 'caught'
      }
    }`,
    expect: { oneOf: [answers('caught'), { errorPresent: true }] },
    ...nativeBounds,
    timeout: 8000,
    maxWallMs: 20000,
    maxTreeMb: 1200,
  },
  {
    id: 'native-redirect-loop',
    basis: 'common',
    code: `async () => {
      try {
        await fetch('{{sink}}/loop')
        return 'followed'
      } catch (e) {
        return e.name
      }
    }`,
    expect: {
      oneOf: [answers('TypeError'), { errorPresent: true }],
      check: (_outcome, { sink }) => sink.redirects <= 25 || `followed ${sink.redirects} redirects`,
    },
    ...nativeBounds,
    timeout: 5000,
  },
  {
    id: 'native-redirect-to-file-and-other-schemes',
    basis: 'common',
    code: `async () => {
      const r = []
      for (const t of [
        'file:///etc/passwd',
        'data:text/plain,secret',
        'javascript:1',
        'ftp://127.0.0.1/',
        'node:fs',
      ])
        try {
          const x = await fetch('{{sink}}/redirect?to=' + encodeURIComponent(t))
          r.push([t, await x.text()].join())
        } catch {}
      return r
    }`,
    expect: answers([]),
    ...nativeBounds,
  },
  {
    id: 'native-header-injection',
    basis: 'common',
    code: `async () => {
      const r = []
      for (const h of [{ 'x-a': 'a\\r\\nInjected: 1' }, { 'x-a\\r\\nInjected': '1' }])
        try {
          await fetch('{{sink}}/headers', { headers: h })
          r.push('SENT')
        } catch {
          r.push(0)
        }
      return r
    }`,
    expect: {
      ...answers([0, 0]),
      check: (_outcome, { sink }) =>
        !sink.requests.some((q) => 'injected' in q.headers) || 'a header was injected',
    },
    ...nativeBounds,
  },
  {
    id: 'native-no-host-credentials-on-the-wire',
    basis: 'common',
    code: `async () => (await fetch('{{sink}}/headers')).status`,
    expect: {
      ...answers(200),
      check: (_outcome, { sink }) => {
        const h = sink.requests.at(-1)?.headers ?? {}
        return (
          !Object.keys(h).some((k) => /authorization|cookie|x-api-key|proxy/.test(k)) ||
          JSON.stringify(h)
        )
      },
    },
    ...nativeBounds,
  },
  {
    id: 'native-weird-responses',
    basis: 'common',
    code: `async () => {
      const r = []
      for (const k of [
        'headers10k',
        'status199',
        'badstatus',
        'reset',
        'nul',
        'badchunk',
        'longheader',
      ])
        try {
          const x = await fetch('{{sink}}/weird?k=' + k)
          r.push(x.status)
          await x.text()
        } catch (e) {
          r.push(e instanceof Error)
        }
      return r.length
    }`,
    expect: { oneOf: [answers(7), { errorPresent: true }] },
    ...nativeBounds,
    timeout: 6000,
    maxWallMs: 15000,
  },
  {
    id: 'native-response-mutation',
    basis: 'common',
    code: `async () => {
      const x = await fetch('{{sink}}/ok')
      try {
        Object.defineProperty(x, 'status', {
          get() {
            for (;;);
          },
        })
      } catch {}
      try {
        x.headers.append('a\\r\\nb', 'c')
      } catch {}
      try {
        await x.text()
        await x.text()
        return 'read twice'
      } catch (e) {
        return e.name
      }
    }`,
    expect: { settled: true },
    ...nativeBounds,
  },
  {
    id: 'native-abort-flood',
    basis: 'common',
    code: `async () => {
      for (let i = 0; i < 300; i++) {
        const c = new AbortController()
        const p = fetch('{{sink}}/hang', { signal: c.signal }).catch(() => {})
        c.abort()
        await p
      }
      return 'ok'
    }`,
    expect: { oneOf: [answers('ok'), { errorPresent: true }], check: closedAfter('hang', 1000) },
    ...nativeBounds,
    timeout: 8000,
    maxWallMs: 15000,
  },
  ...Object.entries(loopbackUrls).map(([id, url]) => guarded(id, url)),
  ...Object.entries(remoteUrls).map(([id, url]) => guarded(id, url, true)),
]
