// Programs that never let go of the processor, some of them outside their own run.

import {
  TIMED_OUT,
  TIMEOUT,
  bombBounds,
  bombed,
  memoryText,
  spinBounds,
  timedOut,
} from '../endings.ts'
import { answers } from '../expectation.ts'
import { echoStore } from '../store.ts'
import type { Expectation } from '../expectation.ts'
import type { HostileCase } from '../hostile-case.ts'

const stopped: Expectation = {
  oneOf: [
    timedOut,
    { errorMatches: memoryText },
    {
      errorMatches:
        /Maximum (call stack|BigInt)|Invalid regular expression|Invalid string length|Atomics\.wait|heap|memory/i,
    },
  ],
}

const spins: Record<string, string> = {
  'for-ever': 'async () => { for (;;); }',
  'while-await': 'async () => { for (;;) await 0 }',
  'try-finally-spin': 'async () => { try { for (;;); } finally { for (;;); } }',
  redos: `async () => { return /^(a+)+$/.test('a'.repeat(60) + 'b') }`,
  'sort-comparator': `async () => {
    const a = Array.from({ length: 1e6 }, (_, i) => i)
    a.sort(() => {
      for (let i = 0; i < 1e4; i++);
      return 0
    })
    return 1
  }`,
  'exponential-recursion': 'async () => { (function f() { try { f() } finally { f() } })() }',
  'proxy-get-loop':
    'async () => { const p = new Proxy({}, { get(t, k, r) { for (;;); } }); return p.x }',
  'valueof-spin': 'async () => { return +{ valueOf() { for (;;); } } }',
  'bigint-multiply': 'async () => { let a = 2n ** (2n ** 22n) - 1n; for (;;) a = a * a }',
  'bigint-tostring': 'async () => { return (7n ** 4000000n).toString().length }',
  'regexp-nesting': `async () => {
    return new RegExp('('.repeat(20000) + 'a' + ')'.repeat(20000)).test('a')
  }`,
  'array-join-nested': `async () => { const a = new Array(1e7).fill('ab'); for (;;) a.join(',') }`,
  'json-stringify-loop': `async () => {
    const o = { a: Array(1e5).fill({ b: 1 }) }
    for (;;) JSON.stringify(o)
  }`,
  'string-replace-blowup': `async () => { for (;;) 'a'.repeat(1e6).replace(/a/g, 'b'.repeat(400)) }`,
}

/** Getters of a thrown error run outside any bound that only covers the program's own code. */
function spinningGetter(key: string): HostileCase {
  return {
    id: `thrown-error-${key}-getter-spins`,
    basis: 'common',
    code: `async () => {
      throw Object.defineProperty(new Error('m'), '${key}', { get() { for (;;); } })
    }`,
    expect: { oneOf: [timedOut, { errorPresent: true }] },
    ...spinBounds,
  }
}

export const cpuCases: Array<HostileCase> = [
  ...Object.entries(spins).map(([id, code]): HostileCase => ({
    id,
    basis: 'common',
    code,
    expect: stopped,
    maxWallMs: 6000,
  })),
  {
    id: 'timeout-text-exact',
    basis: 'contract',
    code: 'async () => { for (;;); }',
    expect: {
      errorEquals: `Execution timed out at its ${TIMEOUT} ms bound. Do less work per run and return the part that is already finished.`,
    },
    ...spinBounds,
  },
  {
    id: 'timer-callback-spin',
    basis: 'common',
    code: 'async () => { setTimeout(() => { for (;;); }, 10); await new Promise(() => {}) }',
    expect: timedOut,
    ...spinBounds,
  },
  {
    id: 'console-callback-flood-cannot-outrun-the-clock',
    basis: 'common',
    note: 'isolated-vm pauses its own timer during sync callbacks: 1 s bound measured > 16 s',
    code: `async () => { for (;;) console.log('x') }`,
    expect: timedOut,
    maxWallMs: 4500,
    maxHostMb: 300,
  },
  {
    id: 'dispatch-flood-sync-loop',
    basis: 'common',
    code: `async () => { for (;;) store.fast('x') }`,
    expect: { oneOf: [timedOut, { errorMatches: memoryText }, { errorPresent: true }] },
    ...echoStore,
    maxWallMs: 6000,
    maxHostMb: 500,
    maxTreeMb: 1500,
  },
  {
    id: 'timer-api-flood-sync-loop',
    basis: 'common',
    code: 'async () => { for (;;) clearTimeout(setTimeout(() => {}, 1e6)) }',
    expect: { oneOf: [timedOut, { errorMatches: memoryText }] },
    maxWallMs: 6000,
    maxTreeMb: 1500,
  },
  {
    id: 'random-and-crypto-flood',
    basis: 'common',
    code: `async () => {
      for (;;) {
        if (typeof crypto !== 'undefined') {
          crypto.getRandomValues(new Uint8Array(65536))
          crypto.randomUUID && crypto.randomUUID()
        }
      }
    }`,
    expect: timedOut,
    maxWallMs: 6000,
  },
  {
    id: 'finalization-registry-spin',
    basis: 'common',
    note: 'vm2 GHSA-r4fx-v8hh-22mv class; plain isolated-vm hangs for ever here',
    code: `async () => {
      if (typeof FinalizationRegistry === 'undefined') return 'absent'
      const r = new FinalizationRegistry(() => {
        for (;;);
      })
      ;(() => {
        for (let i = 0; i < 1000; i++) r.register({}, i)
      })()
      for (let k = 0; k < 20; k++) {
        let g = []
        for (let i = 0; i < 300; i++) g.push(new Array(2000).fill({}))
        g = null
        await new Promise((r) => setTimeout(r, 20))
      }
      return 'done'
    }`,
    expect: {
      oneOf: [
        answers('absent'),
        answers('done'),
        { errorStartsWith: 'Execution timed out' },
        { errorMatches: memoryText },
      ],
    },
    timeout: 1500,
    maxWallMs: 6000,
  },
  {
    id: 'finalization-registry-spin-after-settle',
    basis: 'common',
    code: `async () => {
      if (typeof FinalizationRegistry === 'undefined') return 'done'
      const r = new FinalizationRegistry(() => {
        for (;;);
      })
      ;(() => {
        for (let i = 0; i < 1000; i++) r.register({}, i)
      })()
      let g = []
      for (let i = 0; i < 300; i++) g.push(new Array(2000).fill({}))
      g = null
      return 'done'
    }`,
    expect: answers('done'),
    maxWallMs: 4500,
  },
  ...['message', 'stack', 'name', 'toString', 'constructor', 'cause'].map(spinningGetter),
  {
    id: 'thrown-tostring-spins',
    basis: 'common',
    code: `async () => {
      throw {
        toString() {
          for (;;);
        },
        [Symbol.toPrimitive]() {
          for (;;);
        },
      }
    }`,
    expect: { oneOf: [timedOut, { errorPresent: true }] },
    ...spinBounds,
  },
  {
    id: 'result-tojson-spins',
    basis: 'common',
    code: 'async () => ({ toJSON() { for (;;); } })',
    expect: timedOut,
    ...spinBounds,
  },
  {
    id: 'result-proxy-ownkeys-infinite',
    basis: 'common',
    code: 'async () => new Proxy({}, { ownKeys() { for (;;); } })',
    expect: timedOut,
    ...spinBounds,
  },
  {
    id: 'result-proxy-length-1e9',
    basis: 'common',
    code: `async () =>
      new Proxy([], {
        get(t, k) {
          return k === 'length' ? 1e9 : k === 'toJSON' ? undefined : 'x'
        },
      })`,
    expect: bombed,
    ...bombBounds,
    timeout: 1500,
  },
  {
    id: 'result-thenable-spins',
    basis: 'common',
    code: 'async () => ({ then() { for (;;); } })',
    expect: timedOut,
    ...spinBounds,
  },
  {
    id: 'result-thenable-never',
    basis: 'common',
    code: 'async () => ({ then() {} })',
    expect: timedOut,
    ...spinBounds,
  },
  {
    id: 'log-arg-spins',
    basis: 'common',
    code: `async () => {
      console.log({
        toString() {
          for (;;);
        },
        toJSON() {
          for (;;);
        },
        get x() {
          for (;;);
        },
      })
      return 'ok'
    }`,
    expect: { oneOf: [timedOut, answers('ok')] },
    ...spinBounds,
  },
  {
    id: 'module-body-spins',
    basis: 'common',
    code: `import 'spin'\nasync () => 1`,
    expect: { errorStartsWith: TIMED_OUT },
    modules: { spin: 'for (;;);' },
    ...spinBounds,
  },
  {
    id: 'parse-bomb',
    basis: 'common',
    code: `async () => {
      try {
        return (0, eval)('('.repeat(2e5))
      } catch (e) {
        return 'caught'
      }
    }`,
    expect: { settled: true },
    ...spinBounds,
  },
  {
    id: 'source-bomb-5mb',
    basis: 'common',
    code: `async () => [${'1,'.repeat(1000)}].length + ${'"' + 'x'.repeat(2_000_000) + '"'}.length`,
    expect: { settled: true },
    maxWallMs: 8000,
  },
  {
    id: 'pbkdf2-host-crypto',
    basis: 'common',
    note: 'host crypto is not interruptible: 8 jobs also fill the libuv pool of the worker',
    code: `async () => {
      if (typeof crypto === 'undefined' || !crypto.subtle) for (;;);
      const k = await crypto.subtle.importKey('raw', new Uint8Array(16), 'PBKDF2', false, [
        'deriveBits',
      ])
      await Promise.all(
        [1, 2, 3, 4, 5, 6, 7, 8].map((i) =>
          crypto.subtle.deriveBits(
            {
              name: 'PBKDF2',
              hash: 'SHA-512',
              salt: new Uint8Array([i]),
              iterations: 4294967295,
            },
            k,
            512,
          ),
        ),
      )
    }`,
    expect: { oneOf: [timedOut, { errorPresent: true }] },
    maxWallMs: 5000,
  },
  {
    id: 'rsa-keygen-host-crypto',
    basis: 'common',
    code: `async () => {
      if (typeof crypto === 'undefined' || !crypto.subtle) for (;;);
      await Promise.all(
        Array.from({ length: 8 }, () =>
          crypto.subtle.generateKey(
            {
              name: 'RSA-OAEP',
              modulusLength: 16384,
              publicExponent: new Uint8Array([1, 0, 1]),
              hash: 'SHA-256',
            },
            true,
            ['encrypt', 'decrypt'],
          ),
        ),
      )
    }`,
    expect: { oneOf: [timedOut, { errorPresent: true }] },
    maxWallMs: 5000,
  },
]
