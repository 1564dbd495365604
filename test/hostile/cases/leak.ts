// Pairs of runs: what the first one does must not be seen by the second.

import { answers } from '../expectation.ts'
import { echo, order, orderStore, store } from '../store.ts'
import type { CaseRequest, HostileCase } from '../hostile-case.ts'
import { memberOf } from '../member-of.ts'

type Pair = Omit<HostileCase, 'code' | 'run'> & {
  first: string
  second: string
  firstRequest?: Partial<CaseRequest>
  secondRequest?: Partial<CaseRequest>
}

/** Two runs, one after the other; the second one is judged. */
function inSequence({ first, second, firstRequest, secondRequest, ...rest }: Pair): HostileCase {
  return {
    ...rest,
    run: async ({ execute }) => {
      const before = await execute({ ...firstRequest, code: first })

      return { ...(await execute({ ...secondRequest, code: second })), first: before }
    },
  }
}

const pairs: Array<Pair> = [
  {
    id: 'globals',
    basis: 'contract',
    first: `async () => {
      globalThis.leaked = 'x'
      var v = 1
      Object.prototype.leakedProto = 1
      Array.prototype.leakedArr = 1
      return 1
    }`,
    second: `async () => [
      typeof leaked,
      {}.leakedProto === undefined,
      [].leakedArr === undefined,
    ]`,
    expect: answers(['undefined', true, true]),
  },
  {
    id: 'builtin-overrides',
    basis: 'contract',
    first: `async () => {
      JSON.stringify = () => 'x'
      Promise.prototype.then = () => {}
      console.log = () => {}
      globalThis.fetch = () => 'mine'
      Date.now = () => 7
      return 1
    }`,
    second: `async () => [
      JSON.stringify({ a: 1 }),
      typeof fetch,
      Date.now() > 1e12,
      String(console.log).length >= 0,
    ]`,
    expect: {
      errorAbsent: true,
      check: ({ result }) =>
        (memberOf(result, 0) === '{"a":1}' && memberOf(result, 2) === true) ||
        JSON.stringify(result),
    },
  },
  {
    id: 'frozen-builtins',
    basis: 'common',
    first: `async () => {
      Object.freeze(Object.prototype)
      Object.freeze(Promise.prototype)
      Object.freeze(JSON)
      Object.freeze(globalThis)
      return 1
    }`,
    second: 'async () => { Object.prototype.q = 1; return Object.prototype.q === 1 }',
    expect: answers(true),
  },
  {
    id: 'timers-die-with-the-run',
    basis: 'common',
    first: `async () => {
      setInterval(() => {
        store.get()
      }, 5)
      setTimeout(() => {
        for (;;);
      }, 50)
      return 1
    }`,
    second: `async () => { await new Promise(r => setTimeout(r, 200)); return 'calm' }`,
    expect: {
      errorAbsent: true,
      resultEquals: 'calm',
      check: (_outcome, { calls }) =>
        calls.length === 0 || 'a timer of the last run reached the dispatch',
    },
    ...orderStore,
  },
  {
    id: 'module-state-is-fresh',
    basis: 'contract',
    first: `import { n } from 'counter'\nasync () => n()`,
    second: `import { n } from 'counter'\nasync () => n()`,
    expect: {
      errorAbsent: true,
      resultEquals: 1,
      check: ({ first }) => first?.result === 1 || `first ${String(first?.result)}`,
    },
    firstRequest: { modules: { counter: 'let i = 0; export const n = () => ++i' } },
    secondRequest: { modules: { counter: 'let i = 0; export const n = () => ++i' } },
  },
  {
    id: 'module-map-is-not-cached',
    basis: 'common',
    first: `import { v } from 'm'\nasync () => v`,
    second: `import { v } from 'm'\nasync () => v`,
    expect: answers('second'),
    firstRequest: { modules: { m: `export const v = 'first'` } },
    secondRequest: { modules: { m: `export const v = 'second'` } },
  },
  {
    id: 'modules-not-visible-later',
    basis: 'common',
    first: `import { v } from 'm'\nasync () => v`,
    second: `async () => {
      try {
        await import('m')
        return 'LEAKED'
      } catch (e) {
        return 'gone'
      }
    }`,
    expect: answers('gone'),
    firstRequest: { modules: { m: `export const v = 'first'` } },
  },
  {
    id: 'providers-not-visible-later',
    basis: 'common',
    first: 'async () => store.get()',
    second: 'async () => typeof store',
    expect: answers('undefined'),
    firstRequest: { providers: [store] },
    dispatch: order,
  },
  {
    id: 'logs-not-mixed',
    basis: 'common',
    first: `async () => {
      console.log('first')
      setTimeout(() => console.log('late first'), 20)
      return 1
    }`,
    second: `async () => {
      await new Promise((r) => setTimeout(r, 100))
      console.log('second')
      return 1
    }`,
    expect: {
      errorAbsent: true,
      check: ({ logs }) =>
        JSON.stringify(logs) === '[{"level":"log","text":"second"}]' || JSON.stringify(logs),
    },
  },
  {
    id: 'after-timeout-worker-is-clean',
    basis: 'common',
    first: 'async () => { globalThis.x = 1; for (;;); }',
    second: 'async () => typeof x',
    expect: answers('undefined'),
    maxWallMs: 9000,
  },
  {
    id: 'after-oom-worker-is-clean',
    basis: 'common',
    first: 'async () => { const a = []; for (;;) a.push(new Array(1000).fill({})) }',
    second: `async () => 'fresh'`,
    expect: answers('fresh'),
    firstRequest: { timeout: 15000 },
    maxWallMs: 30000,
  },
]

export const leakCases: Array<HostileCase> = [
  ...pairs.map(inSequence),
  {
    id: 'parallel-runs-isolated',
    basis: 'contract',
    providers: [store],
    dispatch: echo,
    timeout: 5000,
    maxWallMs: 20_000,
    expect: {
      check: ({ runs = [] }) =>
        (runs.length === 8 &&
          runs.every(({ result, error }, index) => result === index && error === undefined)) ||
        JSON.stringify(runs.map(({ result, error }) => error ?? result)),
    },
    run: async ({ execute }) => ({
      runs: await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          execute({
            code: `async () => {
              globalThis.me = ${index}
              await new Promise((r) => setTimeout(r, 30))
              await store.fast(${index})
              return globalThis.me
            }`,
          }),
        ),
      ),
    }),
  },
  {
    id: 'hostile-neighbour-does-not-fail-honest-run',
    basis: 'common',
    maxWallMs: 40_000,
    expect: {
      check: ({ runs = [] }) =>
        (runs.length === 3 && runs.every(({ result }) => result === 'fine')) ||
        `honest neighbours failed: ${JSON.stringify(runs)}`,
    },
    run: async ({ execute }) => {
      const bombs = [
        'for (;;);',
        'const a = []; for (;;) a.push(new Array(1000).fill(1.1))',
        `for (;;) console.log('x')`,
      ].map((body) => execute({ code: `async () => { ${body} }`, timeout: 3000 }))
      const honest = Array.from({ length: 3 }, () =>
        execute({
          code: `async () => { await new Promise((r) => setTimeout(r, 300)); return 'fine' }`,
          timeout: 10_000,
        }),
      )
      // A bombed may end in any way: only its neighbours are judged.
      const [runs] = await Promise.all([Promise.all(honest), Promise.allSettled(bombs)])

      return { runs }
    },
  },
  {
    id: 'caches-text',
    basis: 'contract',
    code: `async () => {
      try {
        await caches.open('x')
      } catch (e) {
        return { name: e.name, message: e.message }
      }
    }`,
    expect: answers({
      name: 'NotSupportedError',
      message:
        'Cache storage is absent from this runtime because nothing survives an execution. Return what should persist in the result and take it back as an input on the next call.',
    }),
  },
]
