// Programs whose result is hard to carry out of the isolate.

import { spinBounds } from '../endings.ts'
import { answers } from '../expectation.ts'
import { echoStore } from '../store.ts'
import type { HostileCase } from '../hostile-case.ts'

export const resultCases: Array<HostileCase> = [
  {
    id: 'function',
    basis: 'contract',
    code: 'async () => () => 1',
    expect: answers(undefined),
  },
  {
    id: 'symbol',
    basis: 'common',
    code: `async () => Symbol('x')`,
    expect: answers(undefined),
  },
  {
    id: 'nan-and-infinities',
    basis: 'common',
    code: 'async () => [NaN, Infinity, -Infinity]',
    expect: answers([null, null, null]),
  },
  {
    id: 'bigint',
    basis: 'common',
    code: 'async () => 5n',
    expect: { errorMatches: /BigInt/i },
  },
  {
    id: 'sparse-array-and-extra-props',
    basis: 'common',
    code: 'async () => { const a = [1, , 3]; a.extra = 1; return a }',
    expect: answers([1, null, 3]),
  },
  {
    id: 'nested-undefined-and-functions',
    basis: 'common',
    code: `async () => ({ a: undefined, b: () => 1, c: [undefined, () => 1, Symbol('s')] })`,
    expect: answers({ c: [null, null, null] }),
  },
  {
    id: 'boxed-primitives',
    basis: 'common',
    code: `async () => [new Number(1), new String('s'), new Boolean(false)]`,
    expect: answers([1, 's', false]),
  },
  {
    id: 'depth-1e5',
    basis: 'common',
    note: 'stringify overflow must be a program failure; if it does serialize, the HOST parse must not blow either',
    code: 'async () => { let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return o }',
    expect: { settled: true },
    timeout: 6000,
    maxWallMs: 12000,
  },
  {
    id: 'getter-throws',
    basis: 'common',
    code: `async () => ({ get a() { throw new Error('ga') } })`,
    expect: { errorMatches: /ga/ },
  },
  {
    id: 'proxy-traps-throw',
    basis: 'common',
    code: `async () =>
      new Proxy(
        {},
        {
          ownKeys() {
            throw new Error('ok')
          },
          get() {
            throw new Error('gt')
          },
        },
      )`,
    expect: { errorMatches: /ok|gt/ },
  },
  {
    id: 'getter-mutates-during-walk',
    basis: 'common',
    note: 'GHSA-864f-rcv7-6rh4 class (re-entrant copy); must not crash the worker',
    code: `async () => {
      const a = [1, 2, 3]
      Object.defineProperty(a, 0, {
        get() {
          a.length = 0
          for (let i = 0; i < 1000; i++)
            a.push({
              get x() {
                a.length = 0
                return 1
              },
            })
          return 1
        },
        enumerable: true,
        configurable: true,
      })
      return { a, b: new Uint8Array(8) }
    }`,
    expect: { settled: true },
  },
  {
    id: 'detached-buffer-in-result',
    basis: 'common',
    code: `async () => {
      const u = new Uint8Array(8)
      const o = {
        get a() {
          try {
            u.buffer.transfer
              ? u.buffer.transfer()
              : structuredClone(u.buffer, { transfer: [u.buffer] })
          } catch {}
          return 1
        },
        u,
      }
      return o
    }`,
    expect: { settled: true },
  },
  {
    id: 'typed-array-subclass-tricks',
    basis: 'common',
    code: `async () => {
      class U extends Uint8Array {
        get length() {
          return 1e9
        }
        get byteLength() {
          return 1e9
        }
        get buffer() {
          return {}
        }
        slice() {
          throw 1
        }
      }
      return new U([1, 2, 3])
    }`,
    expect: { settled: true },
    maxHostMb: 300,
  },
  {
    id: 'sharedarraybuffer-result',
    basis: 'common',
    code: `async () =>
      typeof SharedArrayBuffer === 'undefined'
        ? 'absent'
        : [new Uint8Array(new SharedArrayBuffer(4)), new SharedArrayBuffer(4)]`,
    expect: { settled: true },
  },
  {
    id: 'float16-bigint64-dataview',
    basis: 'common',
    code: `async () => [
      typeof Float16Array === 'undefined' ? 0 : new Float16Array(2),
      new BigInt64Array(2),
      new DataView(new ArrayBuffer(4)),
    ]`,
    expect: { settled: true },
  },
  {
    id: 'answer-bound',
    basis: 'contract',
    note: 'PayloadTooLargeError text names the part, its size and the bound',
    code: `async () => 'x'.repeat(6e7)`,
    expect: { errorPresent: true },
    timeout: 8000,
    maxWallMs: 15000,
    maxHostMb: 500,
  },
  {
    id: 'answer-bound-binary',
    basis: 'common',
    code: 'async () => new Uint8Array(2.5e7)',
    expect: { errorPresent: true },
    timeout: 8000,
    maxWallMs: 15000,
    maxHostMb: 500,
  },
  {
    id: 'returns-provider-proxy',
    basis: 'common',
    note: 'await on the proxy reads .then; it must not hang past the bound nor crash',
    code: 'async () => store',
    expect: { settled: true },
    ...echoStore,
    ...spinBounds,
  },
  {
    id: 'returns-globalthis',
    basis: 'common',
    code: 'async () => globalThis',
    expect: { settled: true },
    timeout: 4000,
    maxWallMs: 9000,
  },
  {
    id: 'provider-proxy-coercions',
    basis: 'common',
    code: `async () => {
      const r = []
      for (const f of [
        () => \`\${store}\`,
        () => +store,
        () => JSON.stringify(store),
        () => Object.keys(store).length,
        () => store[Symbol.iterator],
        () => store instanceof Object,
        () => store.toString,
        () => delete store.echo,
        () => {
          store.x = 1
        },
        () => Object.getPrototypeOf(store),
        () => store.__proto__,
        () => new store.echo(),
        () => store.echo.call(null),
      ])
        try {
          const v = f()
          if (v && typeof v.then === 'function')
            v.then(
              () => {},
              () => {},
            )
          r.push(1)
        } catch {
          r.push(0)
        }
      return r.length
    }`,
    expect: answers(13),
    ...echoStore,
  },
]
