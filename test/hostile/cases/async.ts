// Programs that play with promises, timers and what the run clock counts.

import { spinBounds, timedOut } from '../endings.ts'
import { answers } from '../expectation.ts'
import { echoStore } from '../store.ts'
import type { HostileCase } from '../hostile-case.ts'

export const asyncCases: Array<HostileCase> = [
  {
    id: 'never-settles',
    basis: 'common',
    code: 'async () => { await new Promise(() => {}) }',
    expect: timedOut,
    ...spinBounds,
  },
  {
    id: 'queuemicrotask-starvation',
    basis: 'common',
    code: 'async () => { (function f() { queueMicrotask(f) })(); await new Promise(() => {}) }',
    expect: timedOut,
    ...spinBounds,
  },
  {
    id: 'await-thenable-chain',
    basis: 'common',
    code: 'async () => { const t = { then(r) { r(t) } }; return await t }',
    expect: timedOut,
    ...spinBounds,
  },
  {
    id: 'unhandled-rejection-keeps-result',
    basis: 'contract',
    code: `async () => { Promise.reject(new Error('ignored')); return 'kept' }`,
    expect: {
      errorAbsent: true,
      resultEquals: 'kept',
      check: ({ logs }) => logs?.length === 0 || 'logs should be empty',
    },
  },
  {
    id: 'unhandled-rejection-in-microtask',
    basis: 'common',
    code: `async () => {
      queueMicrotask(() => {
        throw new Error('micro')
      })
      Promise.resolve().then(() => {
        throw 1
      })
      ;(async () => {
        throw null
      })()
      return 'kept'
    }`,
    expect: answers('kept'),
  },
  {
    id: 'throw-in-timer-keeps-result',
    basis: 'common',
    code: `async () => {
      setTimeout(() => {
        throw new Error('timer')
      }, 0)
      await new Promise((r) => setTimeout(r, 30))
      return 'kept'
    }`,
    expect: answers('kept'),
  },
  {
    id: 'unhandled-tool-rejection',
    basis: 'common',
    code: `async () => {
      store.fail()
      store.fail()
      await new Promise((r) => setTimeout(r, 30))
      return 'kept'
    }`,
    expect: answers('kept'),
    ...echoStore,
  },
  {
    id: 'rejection-with-hostile-reason',
    basis: 'common',
    code: `async () => {
      Promise.reject(
        new Proxy(
          {},
          {
            get() {
              throw 1
            },
            getPrototypeOf() {
              throw 1
            },
          },
        ),
      )
      Promise.reject(Symbol('s'))
      Promise.reject(undefined)
      return 'kept'
    }`,
    expect: answers('kept'),
  },
  {
    id: 'clock-compute-counts-while-call-open',
    basis: 'contract',
    code: 'async () => { store.hang(); for (;;); }',
    expect: timedOut,
    ...spinBounds,
    ...echoStore,
  },
  {
    id: 'clock-timer-callback-compute-counts-while-call-open',
    basis: 'contract',
    code: `async () => {
      store.hang()
      for (;;) {
        await new Promise((r) => setTimeout(r, 1))
        const t = Date.now()
        while (Date.now() - t < 40);
      }
    }`,
    expect: timedOut,
    maxWallMs: 8000,
    ...echoStore,
  },
  {
    id: 'clock-timer-delay-alone-counts',
    basis: 'contract',
    code: `async () => { await new Promise(r => setTimeout(r, 3000)); return 'no' }`,
    expect: timedOut,
    ...spinBounds,
  },
  {
    id: 'clock-timer-delay-with-call-open-is-free',
    basis: 'contract',
    code: `async () => {
      store.hang()
      await new Promise((r) => setTimeout(r, 1500))
      return 'free'
    }`,
    expect: answers('free'),
    maxWallMs: 8000,
    ...echoStore,
  },
  {
    id: 'clock-many-small-slices-add-up',
    basis: 'common',
    note: 'a clock that rounds each slice down to 0 ms never ends this run',
    code: `async () => {
      let x = 0
      for (;;) {
        await store.fast()
        for (let i = 0; i < 60000; i++) x = (x * 31 + i) | 0
      }
    }`,
    expect: { errorStartsWith: 'Execution timed out' },
    timeout: 300,
    maxWallMs: 30000,
    ...echoStore,
  },
  {
    id: 'timeout-zero-and-negative',
    basis: 'common',
    code: 'async () => 1',
    expect: { settled: true },
    timeout: 0,
    mayReject: true,
  },
  {
    id: 'abortsignal-timeout-flood',
    basis: 'common',
    code: `async () => {
      if (typeof AbortSignal === 'undefined' || !AbortSignal.timeout) return 'ok'
      for (let i = 0; i < 20000; i++) AbortSignal.timeout(1e6)
      return 'ok'
    }`,
    expect: { oneOf: [answers('ok'), { errorPresent: true }] },
    timeout: 4000,
    maxWallMs: 10000,
  },
]
