// Programs that replace or poison the built-ins they share their isolate with.

import { spinBounds, timedOut } from '../endings.ts'
import { answers } from '../expectation.ts'
import { echoStore, orderStore } from '../store.ts'
import type { HostileCase } from '../hostile-case.ts'
import { memberOf } from '../member-of.ts'

export const tamperCases: Array<HostileCase> = [
  {
    id: 'json-stringify-replaced',
    basis: 'common',
    code: `async () => { JSON.stringify = () => '{"forged":true}'; return { a: 1 } }`,
    expect: answers({ a: 1 }),
  },
  {
    id: 'json-parse-replaced',
    basis: 'common',
    code: `async () => { JSON.parse = () => ({ result: 'forged' }); return await store.get() }`,
    expect: answers({ id: 'o1', total: 42 }),
    ...orderStore,
  },
  {
    id: 'json-deleted',
    basis: 'common',
    code: `async () => {
      delete globalThis.JSON
      console.log({ a: 1 })
      return [await store.get(), { b: 2 }]
    }`,
    expect: answers([{ id: 'o1', total: 42 }, { b: 2 }]),
    ...orderStore,
  },
  {
    id: 'codec-globals-overwritten',
    basis: 'common',
    code: `async () => {
      try {
        globalThis.__stringifyForDispatch = () => 'x'
      } catch {}
      try {
        globalThis.__parseForDispatch = () => {
          throw 1
        }
      } catch {}
      try {
        globalThis.__dispatch = () => 'y'
      } catch {}
      return await store.get()
    }`,
    expect: answers({ id: 'o1', total: 42 }),
    ...orderStore,
  },
  {
    id: 'promise-then-replaced',
    basis: 'common',
    code: `async () => {
      const real = Promise.prototype.then
      Promise.prototype.then = function () {
        throw new Error('hijacked then')
      }
      return { a: 1 }
    }`,
    expect: answers({ a: 1 }),
  },
  {
    id: 'promise-then-captures-settle',
    basis: 'common',
    code: `async () => {
      globalThis.seen = []
      const real = Promise.prototype.then
      Promise.prototype.then = function (f, r) {
        seen.push(typeof f === 'function' ? String(f).length : 0)
        return real.call(this, (v) => f && f('forged'), r)
      }
      return 'mine'
    }`,
    expect: answers('mine'),
  },
  {
    id: 'promise-global-replaced',
    basis: 'common',
    code: `async () => {
      globalThis.Promise = class {
        constructor() {
          throw new Error('no promises')
        }
        static resolve() {
          throw new Error('x')
        }
      }
      return await store.get()
    }`,
    expect: answers({ id: 'o1', total: 42 }),
    ...orderStore,
  },
  {
    id: 'promise-constructor-and-species',
    basis: 'common',
    code: `async () => {
      Object.defineProperty(Promise, Symbol.species, {
        get() {
          throw new Error('species')
        },
      })
      Promise.prototype.constructor = function () {
        throw new Error('ctor')
      }
      return { a: 1 }
    }`,
    expect: { oneOf: [answers({ a: 1 }), { errorMatches: /species|ctor/ }] },
  },
  {
    id: 'array-iterator-replaced',
    basis: 'common',
    code: `async () => {
      Array.prototype[Symbol.iterator] = function* () {
        yield 'forged'
      }
      console.log('a', 'b')
      return [await store.echo('x'), [1, 2]]
    }`,
    expect: {
      errorAbsent: true,
      check: ({ result }) =>
        JSON.stringify(memberOf(result, 1)) === '[1,2]' ||
        'result array altered: ' + JSON.stringify(result),
    },
    ...echoStore,
  },
  {
    id: 'string-and-function-methods-replaced',
    basis: 'common',
    code: `async () => {
      for (const P of [
        String.prototype,
        Function.prototype,
        Number.prototype,
        RegExp.prototype,
      ])
        for (const k of Reflect.ownKeys(P))
          if (k !== 'constructor')
            try {
              Object.defineProperty(P, k, {
                value() {
                  throw new Error('hijacked ' + String(k))
                },
                configurable: true,
                writable: true,
              })
            } catch {}
      return { a: 1 }
    }`,
    expect: answers({ a: 1 }),
  },
  {
    id: 'reflect-and-object-replaced',
    basis: 'common',
    code: `async () => {
      const names = Object.getOwnPropertyNames
      for (const N of [Reflect, Symbol, Math, Number, Object])
        for (const k of names(N))
          try {
            N[k] = () => {
              throw new Error('hijacked')
            }
          } catch {}
      return { a: 1 }
    }`,
    expect: answers({ a: 1 }),
  },
  {
    id: 'object-proto-then-spin',
    basis: 'common',
    code: 'async () => { Object.prototype.then = function () { for (;;); }; return { a: 1 } }',
    expect: { oneOf: [answers({ a: 1 }), timedOut] },
    ...spinBounds,
  },
  {
    id: 'object-proto-error-key',
    basis: 'common',
    code: `async () => { Object.prototype.error = 'forged'; return await store.get() }`,
    expect: answers({ id: 'o1', total: 42 }),
    ...orderStore,
  },
  {
    id: 'object-proto-result-setter',
    basis: 'common',
    code: `async () => {
      globalThis.got = []
      Object.defineProperty(Object.prototype, 'result', {
        set(v) {
          got.push(v)
        },
        get() {
          return 'forged'
        },
        configurable: true,
      })
      return { a: 1 }
    }`,
    expect: answers({ a: 1 }),
  },
  {
    id: 'object-proto-descriptor-pollution',
    basis: 'common',
    code: `async () => {
      Object.prototype.get = () => 'forged'
      Object.prototype.value = 'forged'
      Object.prototype.writable = true
      console.log('x')
      return { a: 1 }
    }`,
    expect: { oneOf: [answers({ a: 1 }), { errorPresent: true }] },
  },
  {
    id: 'object-proto-binary-tag',
    basis: 'common',
    code: `async () => {
      Object.prototype.__executor_binary_v1__ = 'Uint8Array'
      Object.prototype.data = 'AQID'
      return { a: 1, b: { c: 2 } }
    }`,
    expect: {
      errorAbsent: true,
      check: ({ result }) =>
        JSON.stringify(result) === '{"a":1,"b":{"c":2}}' ||
        'inherited tag changed the result: ' + JSON.stringify(result),
    },
  },
  {
    id: 'array-index-setter-leak',
    basis: 'common',
    code: `async () => {
      globalThis.leak = []
      for (let i = 0; i < 4; i++)
        Object.defineProperty(Array.prototype, i, {
          set(v) {
            leak.push(v)
          },
          get() {
            return undefined
          },
          configurable: true,
        })
      console.log('a', 'b', { c: 1 })
      await store.echo(1, 2)
      setTimeout(() => {}, 0)
      const n = leak.length
      for (let i = 0; i < 4; i++) delete Array.prototype[i]
      return leak.filter(
        (v) => typeof v === 'function' || (typeof v === 'object' && v !== null),
      ).length
    }`,
    expect: answers(0),
    ...echoStore,
  },
  {
    id: 'date-now-cannot-stop-clock',
    basis: 'common',
    code: `async () => {
      Date.now = () => 0
      globalThis.performance = { now: () => 0 }
      for (;;);
    }`,
    expect: timedOut,
    ...spinBounds,
  },
  {
    id: 'error-constructors-replaced',
    basis: 'common',
    code: `async () => {
      for (const k of ['Error', 'TypeError', 'RangeError', 'DOMException'])
        globalThis[k] = class {
          constructor() {
            return {
              get message() {
                throw 1
              },
            }
          }
        }
      await store.fail()
    }`,
    expect: { errorMatches: /No such customer\.|./ },
    ...echoStore,
  },
  {
    id: 'symbol-iterator-and-toprimitive',
    basis: 'common',
    code: `async () => {
      Object.prototype[Symbol.toPrimitive] = () => {
        throw new Error('prim')
      }
      Object.prototype[Symbol.iterator] = function* () {
        yield 1
      }
      Object.prototype[Symbol.isConcatSpreadable] = true
      console.log({})
      return { a: 1 }
    }`,
    expect: answers({ a: 1 }),
  },
  {
    id: 'console-methods-getter',
    basis: 'common',
    code: `async () => {
      Object.defineProperty(console, 'log', {
        get() {
          return () => {
            throw new Error('own log')
          }
        },
      })
      return { a: 1 }
    }`,
    expect: answers({ a: 1 }),
  },
  {
    id: 'settimeout-replaced-then-run',
    basis: 'common',
    code: `async () => {
      globalThis.setTimeout = () => {
        throw 1
      }
      globalThis.queueMicrotask = () => {
        throw 1
      }
      globalThis.clearTimeout = () => {
        throw 1
      }
      return await store.get()
    }`,
    expect: answers({ id: 'o1', total: 42 }),
    ...orderStore,
  },
]
