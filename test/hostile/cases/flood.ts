// Programs that send, log or schedule more than anyone needs.

import { answers } from '../expectation.ts'
import { echoStore, store } from '../store.ts'
import type { HostileCase } from '../hostile-case.ts'

export const floodCases: Array<HostileCase> = [
  {
    id: 'timers-1e6',
    basis: 'common',
    code: `async () => {
      for (let i = 0; i < 1e6; i++) setTimeout(() => {}, 1e5)
      return 'ok'
    }`,
    expect: { oneOf: [answers('ok'), { errorPresent: true }] },
    timeout: 5000,
    maxWallMs: 15000,
    maxHostMb: 300,
    maxTreeMb: 1500,
  },
  {
    id: 'intervals-zero-1e4',
    basis: 'common',
    code: `async () => {
      for (let i = 0; i < 1e4; i++) setInterval(() => {}, 0)
      await new Promise(() => {})
    }`,
    expect: { errorPresent: true },
    maxWallMs: 6000,
  },
  {
    id: 'logs-fill-and-keep-result',
    basis: 'contract',
    code: `async () => {
      for (let i = 0; i < 2e5; i++) console.log('line ' + i + ' ' + 'x'.repeat(200))
      return 'kept'
    }`,
    expect: {
      ...answers('kept'),
      check: ({ logs }) => {
        const b = JSON.stringify(logs).length
        const last = logs?.at(-1)
        return (
          (last?.level === 'warn' && b < 40e6) ||
          `captured ${b} bytes, last ${JSON.stringify(last)?.slice(0, 120)}`
        )
      },
    },
    timeout: 20000,
    maxWallMs: 25000,
    maxHostMb: 400,
  },
  {
    id: 'empty-logs-fill-too',
    basis: 'contract',
    code: `async () => { for (let i = 0; i < 3e6; i++) console.log(); return 'kept' }`,
    expect: {
      ...answers('kept'),
      check: ({ logs }) =>
        (logs !== undefined && logs.length < 2e6 && logs.at(-1)?.level === 'warn') ||
        `empty lines are not charged: ${logs?.length}`,
    },
    timeout: 20000,
    maxWallMs: 30000,
    maxHostMb: 500,
  },
  {
    id: 'log-1e5-args',
    basis: 'common',
    code: `async () => { console.log(...Array(1e5).fill('x')); return 'kept' }`,
    expect: answers('kept'),
    timeout: 5000,
    maxWallMs: 8000,
  },
  {
    id: 'log-hostile-values',
    basis: 'common',
    code: `async () => {
      const c = []
      c[0] = c
      const deep = {}
      let d = deep
      for (let i = 0; i < 1e5; i++) d = d.d = {}
      for (const v of [
        Symbol('s'),
        5n,
        c,
        deep,
        null,
        undefined,
        () => 1,
        new Proxy(
          {},
          {
            get() {
              throw new Error('t')
            },
            ownKeys() {
              throw new Error('t')
            },
          },
        ),
        new Proxy(function () {}, {
          apply() {
            throw 1
          },
          get() {
            throw 1
          },
        }),
        {
          toString() {
            throw 1
          },
        },
        {
          toJSON() {
            throw 1
          },
        },
        Object.create(null),
        {
          get x() {
            throw 1
          },
        },
        new Date(NaN),
        new Map([[c, c]]),
        new WeakMap(),
        new Error('e'),
        -0,
        NaN,
        '\\ud800',
        { [Symbol.toStringTag]: 5 },
        class {},
        new (class {
          get [Symbol.toStringTag]() {
            throw 1
          }
        })(),
      ]) {
        console.log(v)
        console.warn('a', v)
        console.error(v, v)
      }
      return 'kept'
    }`,
    expect: answers('kept'),
    timeout: 5000,
    maxWallMs: 9000,
  },
  {
    id: 'only-three-console-methods-capture',
    basis: 'contract',
    code: `async () => {
      console.debug('d')
      console.info('i')
      console.time('t')
      console.table([1])
      console.trace('x')
      console.dir({})
      console.group('g')
      console.groupEnd()
      console.assert(false, 'a')
      console.count()
      console.log('l')
      console.warn('w')
      console.error('e')
      return 1
    }`,
    expect: {
      errorAbsent: true,
      check: ({ logs }) =>
        JSON.stringify(logs?.map((l) => l.level)) === '["log","warn","error"]' ||
        JSON.stringify(logs),
    },
  },
  {
    id: 'tool-calls-2e4-parallel',
    basis: 'common',
    code: `async () => {
      const a = []
      for (let i = 0; i < 2e4; i++) a.push(store.fast(i).catch(() => 0))
      await Promise.all(a)
      return a.length
    }`,
    expect: { oneOf: [answers(20000), { errorPresent: true }] },
    ...echoStore,
    timeout: 15000,
    maxWallMs: 60000,
    maxHostMb: 500,
  },
  {
    id: 'tool-calls-unawaited-1e6',
    basis: 'common',
    code: `async () => {
      for (let i = 0; i < 1e6; i++) store.hang('x'.repeat(100))
      return 'ok'
    }`,
    expect: { oneOf: [answers('ok'), { errorPresent: true }] },
    ...echoStore,
    timeout: 5000,
    maxWallMs: 20000,
    maxHostMb: 600,
    maxTreeMb: 1500,
  },
  {
    id: 'tool-call-payload-bound',
    basis: 'contract',
    code: `async () => {
      try {
        await store.echo('x'.repeat(4e7))
        return 'sent'
      } catch (e) {
        return ['caught', e instanceof Error]
      }
    }`,
    expect: { oneOf: [answers(['caught', true]), { errorPresent: true }], dispatchMax: 0 },
    ...echoStore,
    timeout: 8000,
    maxWallMs: 15000,
    maxHostMb: 400,
  },
  {
    id: 'tool-answer-huge',
    basis: 'common',
    code: `async () => {
      try {
        const v = await store.get()
        return typeof v
      } catch (e) {
        return 'caught'
      }
    }`,
    expect: { settled: true },
    providers: [store],
    dispatch: async () => JSON.stringify({ result: 'x'.repeat(5e7) }),
    timeout: 8000,
    maxWallMs: 20000,
    mayReject: true,
    maxTreeMb: 1500,
  },
  {
    id: 'tool-answer-deep',
    basis: 'common',
    code: `async () => {
      try {
        const v = await store.get()
        return typeof v
      } catch (e) {
        return 'caught'
      }
    }`,
    expect: { settled: true },
    providers: [store],
    dispatch: async () => '{"result":' + '['.repeat(2e5) + ']'.repeat(2e5) + '}',
    timeout: 8000,
    maxWallMs: 20000,
  },
]
