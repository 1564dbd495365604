// Programs that look for a way from the isolate to its host.

import { brief } from '../brief.ts'
import { bombBounds, spinBounds, timedOut } from '../endings.ts'
import { answers } from '../expectation.ts'
import { echoStore, orderStore } from '../store.ts'
import type { HostileCase } from '../hostile-case.ts'

const nodeGlobals =
  '[typeof process, typeof require, typeof module, typeof Buffer, typeof global, typeof __dirname, typeof Deno, typeof Bun]'

/** Places where a host keeps its files; none of them may show in a text that a guest reads. */
const hostPath =
  /node_modules|isolated[-_]vm\/|\/(home|root|usr|tmp|opt|work|app)\/|file:\/\/|node:internal/

const drive = /[A-Z]:\\/

/** The texts that a program returned; it must have returned a list. */
function textsOf(result: unknown): Array<string> {
  if (!Array.isArray(result)) throw new TypeError('the result is not a list')

  return result.map(String)
}

export const hostCases: Array<HostileCase> = [
  {
    id: 'node-globals-absent',
    basis: 'common',
    code: `async () => ${nodeGlobals}`,
    expect: answers(Array(8).fill('undefined')),
  },
  {
    id: 'constructor-constructor',
    basis: 'common',
    code: `async () =>
      [
        {}.constructor.constructor,
        (async () => {}).constructor,
        function* () {}.constructor,
        async function* () {}.constructor,
        console.log.constructor,
        setTimeout.constructor,
        __dispatch.constructor,
        Promise.resolve().constructor.constructor,
      ].map((F) => {
        try {
          return String(F('return typeof process + typeof require')())
        } catch (e) {
          return e.name
        }
      })`,
    expect: {
      errorAbsent: true,
      check: ({ result }) =>
        textsOf(result).every(
          (x) =>
            !/object|function/.test(
              x
                .replace('[object Promise]', '')
                .replace('[object Generator]', '')
                .replace('[object AsyncGenerator]', ''),
            ),
        ) || 'a function constructor reached the host: ' + JSON.stringify(result),
    },
  },
  {
    id: 'async-function-constructor-awaited',
    basis: 'common',
    code: `async () => {
      const F = (async () => {}).constructor
      try {
        return await F('return typeof process + typeof require')()
      } catch (e) {
        return 'undefinedundefined'
      }
    }`,
    expect: answers('undefinedundefined'),
  },
  {
    id: 'tool-error-constructor-chain',
    basis: 'common',
    code: `async () => {
      try {
        await store.fail()
      } catch (e) {
        const F = e.constructor.constructor
        let r
        try {
          r = F('return typeof process')()
        } catch (x) {
          r = 'undefined'
        }
        return [
          r,
          Object.getPrototypeOf(e) === Error.prototype || e instanceof Error,
          e.message,
        ]
      }
    }`,
    expect: answers(['undefined', true, 'No such customer.']),
    ...echoStore,
  },
  {
    id: 'tool-result-constructor-chain',
    basis: 'common',
    code: `async () => {
      const r = await store.get()
      let p
      try {
        p = r.constructor.constructor('return typeof process')()
      } catch {
        p = 'undefined'
      }
      return [
        p,
        Object.getPrototypeOf(r) === Object.prototype || Object.getPrototypeOf(r) === null,
      ]
    }`,
    expect: answers(['undefined', true]),
    ...orderStore,
  },
  {
    id: 'fetch-error-constructor-chain',
    basis: 'common',
    code: `async () => {
      try {
        await fetch('http://127.0.0.1:1/')
      } catch (e) {
        let p
        try {
          p = e.constructor.constructor('return typeof process')()
        } catch {
          p = 'undefined'
        }
        return [p, e instanceof Error]
      }
    }`,
    expect: answers(['undefined', true]),
    outbound: null,
  },
  {
    id: 'stack-does-not-name-host-files',
    basis: 'common',
    code: `async () => {
      const s = []
      for (const f of [
        () => store.fail(),
        () => fetch('http://127.0.0.1:1/'),
        () => caches.open('x'),
        () => import('nope'),
        () => {
          null.x
        },
        () => setTimeout(Symbol()),
        () => new (globalThis.CompressionStream || Error)('gzip'),
      ])
        try {
          await f()
        } catch (e) {
          s.push(String(e && e.stack))
        }
      return s.join('\\n')
    }`,
    expect: {
      errorAbsent: true,
      check: ({ result }) =>
        (!hostPath.test(String(result)) && !drive.test(String(result))) ||
        `host path in a guest-visible stack: ${brief(result)}`,
    },
    ...echoStore,
    outbound: null,
  },
  {
    id: 'preparestacktrace-callsites',
    basis: 'common',
    code: `async () => {
      const got = []
      try {
        Error.prepareStackTrace = (e, cs) => {
          for (const f of cs) {
            try {
              const fn = f.getFunction && f.getFunction()
              const th = f.getThis && f.getThis()
              got.push([
                typeof fn,
                typeof th,
                String(f.getFileName && f.getFileName()),
                String(f.getEvalOrigin && f.getEvalOrigin()),
              ])
            } catch (x) {
              got.push(String(x))
            }
          }
          return ''
        }
      } catch {}
      const cap = () => void new Error('x').stack
      await {
        then(r) {
          cap()
          r(1)
        },
      }
      console.log({
        toString() {
          cap()
          return ''
        },
        toJSON() {
          cap()
          return 1
        },
      })
      void { toJSON: 1 }
      try {
        await store.echo({
          toJSON() {
            cap()
            return 1
          },
        })
      } catch {}
      return got
    }`,
    expect: {
      errorAbsent: true,
      check: ({ result }) =>
        !hostPath.test(JSON.stringify(result)) || `host file names in call sites: ${brief(result)}`,
    },
    ...echoStore,
  },
  {
    id: 'preparestacktrace-spin',
    basis: 'common',
    code: `async () => {
      try {
        Error.prepareStackTrace = () => {
          for (;;);
        }
      } catch {}
      throw new Error('boom')
    }`,
    expect: { oneOf: [timedOut, { errorMatches: /boom/ }] },
    ...spinBounds,
  },
  {
    id: 'dynamic-import-node',
    basis: 'contract',
    code: `async () => {
      try {
        await import('node:fs')
        return 'loaded'
      } catch (e) {
        return e.message
      }
    }`,
    expect: {
      errorAbsent: true,
      resultMatches:
        /^Module "node:fs" is not in the module map\. Import one of the names it declares: /,
    },
    modules: { greeter: 'export const x = 1' },
  },
  {
    id: 'import-specifier-hostile-object',
    basis: 'common',
    code: `async () => {
      try {
        await import({
          toString() {
            for (;;);
          },
        })
      } catch (e) {
        return 'caught'
      }
    }`,
    expect: { oneOf: [timedOut, answers('caught')] },
    ...spinBounds,
  },
  {
    id: 'import-meta-in-module',
    basis: 'common',
    code: `import { meta } from 'm'\nasync () => meta`,
    expect: {
      errorAbsent: true,
      check: ({ result }) =>
        !/\/(home|root|tmp|work)\/|file:/.test(JSON.stringify(result)) ||
        'import.meta leaks a host path',
    },
    modules: {
      m: 'export const meta = [Object.getOwnPropertyNames(import.meta), String(import.meta.url)]',
    },
  },
  {
    id: 'no-ivm-handles-reachable',
    basis: 'common',
    code: `async () => {
      const seen = new Set(),
        bad = []
      const walk = (o, p, d) => {
        if (
          o === null ||
          (typeof o !== 'object' && typeof o !== 'function') ||
          seen.has(o) ||
          d > 6
        )
          return
        seen.add(o)
        let n = ''
        try {
          n = o.constructor && o.constructor.name
        } catch {}
        if (
          [
            'Reference',
            'ExternalCopy',
            'Isolate',
            'Context',
            'Callback',
            'NativeModule',
            'InspectorSession',
          ].includes(n)
        )
          bad.push(p)
        for (const k of Reflect.ownKeys(o)) {
          let desc
          try {
            desc = Object.getOwnPropertyDescriptor(o, k)
          } catch {
            continue
          }
          if (!desc) continue
          for (const v of [desc.value, desc.get, desc.set])
            walk(v, p + '.' + String(k), d + 1)
        }
        try {
          walk(Object.getPrototypeOf(o), p + '.[[P]]', d + 1)
        } catch {}
      }
      walk(globalThis, 'g', 0)
      for (const f of [
        typeof __dispatch !== 'undefined' && __dispatch,
        console,
        typeof store !== 'undefined' && store.echo,
        typeof fetch !== 'undefined' && fetch,
      ])
        if (f) walk(f, 'x', 0)
      return bad
    }`,
    expect: answers([]),
    ...echoStore,
    timeout: 8000,
    maxWallMs: 15000,
  },
  {
    id: 'global-inventory',
    basis: 'common',
    code: 'async () => Reflect.ownKeys(globalThis).map(String)',
    expect: {
      errorAbsent: true,
      check: ({ result }) => {
        const bad = textsOf(result).filter(
          (k) =>
            k !== 'ReferenceError' &&
            /ivm|isolate|reference|externalcopy|callback$|__(host|settle|resolve|reject|finish|ipc|send|timer|fetch|log|result)|secret|internal/i.test(
              k,
            ),
        )
        return bad.length === 0 || 'suspicious globals: ' + bad.join(', ')
      },
    },
  },
  {
    id: 'call-every-dunder',
    basis: 'common',
    code: `async () => {
      const bad = []
      for (const k of Reflect.ownKeys(globalThis)) {
        const v = globalThis[k]
        if (typeof v !== 'function' || !String(k).startsWith('_')) continue
        for (const args of [
          [],
          [null],
          [{}],
          ['x'.repeat(1e5)],
          [Symbol('s')],
          [() => {}],
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
          [1e308, -1, NaN],
        ]) {
          try {
            await Promise.race([Promise.resolve(v(...args)).catch(() => {}), 1])
          } catch {}
        }
      }
      return 'survived'
    }`,
    expect: { settled: true },
  },
  {
    id: 'inspector-and-debugger',
    basis: 'common',
    code: 'async () => { debugger; return typeof globalThis.inspector }',
    expect: answers('undefined'),
  },
  {
    id: 'webassembly-absent-or-metered',
    basis: 'common',
    code: `async () => {
      if (typeof WebAssembly === 'undefined') return 'absent'
      const a = []
      for (let i = 0; i < 64; i++) {
        const m = new WebAssembly.Memory({ initial: 512 })
        new Uint8Array(m.buffer).fill(1)
        a.push(m)
      }
      return 'GREW'
    }`,
    expect: { oneOf: [answers('absent'), { errorPresent: true }] },
    ...bombBounds,
  },
  {
    id: 'performance-resolution',
    basis: 'common',
    note: 'timer coarsening (Spectre hygiene): finer than 5 us is a finding',
    code: `async () => {
      if (typeof performance === 'undefined') return true
      const d = new Set()
      let last = performance.now()
      for (let i = 0; i < 2e5; i++) {
        const n = performance.now()
        if (n !== last) {
          d.add(n - last)
          last = n
        }
      }
      return Math.min(...d, 1e9) >= 0.004
    }`,
    expect: answers(true),
  },
]
