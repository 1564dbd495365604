// Programs that stay behind as a fetch handler, and callers that name the wrong one.

import { setTimeout } from 'node:timers/promises'
import type { OutboundRequestMessage } from '@supolka/codemode-executor'
import type { HandleCase, Handles } from '../handle-case.ts'
import { retaining } from '../handle-case.ts'
import { inTurn } from '../in-turn.ts'
import { memberOf } from '../member-of.ts'
import { order, store } from '../store.ts'
import type { HandleStep, HostileCase } from '../hostile-case.ts'

const isClosed = ({ code }: HandleStep = {}): boolean => code === 'HANDLES_CLOSED'

const twice = async ({ invoke }: Handles): Promise<Array<HandleStep>> => [
  await invoke(),
  await invoke(),
]

const countingHandler = `async () => ({
  n: 0,
  async fetch(req) {
    return new Response('n' + (++this.n))
  },
})`

const handleCases: Array<HandleCase> = [
  {
    id: 'invoke-after-close',
    basis: 'contract',
    code: countingHandler,
    steps: async ({ invoke, close }) => [await invoke(), await close(), await invoke()],
    check: ([served, , refused], { executionId }) =>
      executionId !== undefined && served?.status === 200 && isClosed(refused),
  },
  {
    id: 'forged-execution-id',
    basis: 'contract',
    code: countingHandler,
    steps: async ({ executionId, invoke, close }) => {
      const upper = executionId.toUpperCase()
      const forged = [
        '',
        '0',
        '1',
        'x'.repeat(1e5),
        '__proto__',
        'constructor',
        `../${executionId}`,
        `${executionId} `,
        executionId.slice(0, -1),
        upper === executionId ? executionId.toLowerCase() : upper,
      ]

      return [
        ...(await inTurn(forged, (id) => invoke({ executionId: id }))),
        ...(await inTurn(['nope', '__proto__'], close)),
      ]
    },
    check: (steps) => steps.every(isClosed),
  },
  {
    id: 'execution-id-unguessable',
    basis: 'common',
    code: countingHandler,
    steps: async () => [],
    check: (_steps, { executionId = '' }) => executionId.replaceAll(/[^0-9a-z]/gi, '').length >= 20,
  },
  {
    id: 'unknown-handle-name',
    basis: 'contract',
    code: countingHandler,
    steps: ({ invoke }) =>
      inTurn(['toString', '__proto__', 'constructor', 'n', ''], (name) => invoke({ name })),
    check: (steps) => steps.every(({ message }) => /has no handle named/.test(message ?? '')),
  },
  {
    id: 'handler-loops-closes',
    basis: 'contract',
    code: 'async () => ({ fetch() { for (;;); } })',
    steps: twice,
    check: ([failed, after]) =>
      failed?.message?.startsWith('Execution timed out') === true && isClosed(after),
  },
  {
    id: 'handler-never-settles',
    basis: 'contract',
    code: 'async () => ({ fetch() { return new Promise(() => {}) } })',
    steps: twice,
    check: ([failed, after]) =>
      failed?.message?.startsWith('Execution timed out') === true && isClosed(after),
  },
  {
    id: 'handler-oom',
    basis: 'contract',
    code: 'async () => ({ fetch() { const a = []; for (;;) a.push({ x: [1] }) } })',
    steps: twice,
    check: ([failed, after]) =>
      /^Execution (ran out of memory|timed out)/.test(failed?.message ?? '') && isClosed(after),
    timeout: 15000,
    maxWallMs: 40000,
  },
  {
    id: 'handler-throws-keeps-serving',
    basis: 'contract',
    code: `async () => {
      let n = 0
      return {
        async fetch() {
          if (++n === 1) throw new Error('first fails')
          return new Response('n' + n)
        },
      }
    }`,
    steps: twice,
    check: ([failed, served]) => /first fails/.test(failed?.message ?? '') && served?.body === 'n2',
  },
  {
    id: 'handler-returns-non-response',
    basis: 'contract',
    code: `async () => {
      let n = 0
      const bad = [
        null,
        undefined,
        {},
        'x',
        { status: 200 },
        new Proxy(
          {},
          {
            get() {
              throw 1
            },
          },
        ),
        Object.create(typeof Response === 'undefined' ? {} : Response.prototype),
      ]
      return { fetch: async () => bad[n++] }
    }`,
    steps: ({ invoke }) => inTurn(Array.from({ length: 7 }), () => invoke()),
    check: (steps) => steps.every(({ message }) => message !== undefined),
  },
  {
    id: 'handler-answer-bound',
    basis: 'contract',
    code: `async () => ({ fetch: async () => new Response('x'.repeat(6e7)) })`,
    steps: async ({ invoke }) => [await invoke()],
    check: ([refused]) => refused?.status === undefined,
    timeout: 10000,
    maxHostMb: 500,
    maxWallMs: 25000,
  },
  {
    id: 'handler-response-tampered',
    basis: 'common',
    code: `async () => ({
      fetch: async () => {
        const r = new Response('x')
        for (const k of ['status', 'headers', 'body', 'statusText'])
          try {
            Object.defineProperty(r, k, {
              get() {
                return {
                  toString() {
                    for (;;);
                  },
                }
              },
            })
          } catch {}
        return r
      },
    })`,
    steps: async ({ invoke }) => [await invoke()],
    check: () => true,
  },
  {
    id: 'concurrent-invocations-in-order',
    basis: 'contract',
    code: `async () => {
      const log = []
      return {
        async fetch(r) {
          const id = r.url.slice(-2)
          log.push('in' + id)
          await new Promise((x) => setTimeout(x, 20))
          log.push('out' + id)
          return new Response(log.join())
        },
      }
    }`,
    steps: ({ invoke }) =>
      Promise.all([1, 2, 3].map((n) => invoke({ message: { url: `http://h.invalid/${n}` } }))),
    check: (steps) => steps.at(-1)?.body === 'in/1,out/1,in/2,out/2,in/3,out/3',
    timeout: 3000,
  },
  {
    id: 'tool-call-from-handler-is-completed',
    basis: 'contract',
    code: `async () => ({
      async fetch() {
        try {
          await store.get()
          return new Response('REACHED')
        } catch (e) {
          return new Response(e.message)
        }
      },
    })`,
    steps: async ({ invoke }) => [await invoke()],
    check: ([answer], _outcome, { calls }) =>
      answer?.body === 'Execution has already completed.' && calls.length === 0,
    request: { providers: [store] },
    dispatch: order,
  },
  {
    id: 'hostile-requests',
    basis: 'common',
    code: `async () => ({ async fetch(r) { return new Response(r.method + ' ' + r.url) } })`,
    steps: async ({ invoke }) => {
      const hostile: Array<Partial<OutboundRequestMessage>> = [
        { url: 'not a url' },
        { method: 'A B' },
        { headers: [['x\r\n', 'y']] },
        { headers: [['__proto__', 'x']] },
        { url: 'x'.repeat(1e6) },
      ]

      return [...(await inTurn(hostile, (message) => invoke({ message }))), await invoke()]
    },
    check: (steps) => steps.at(-1)?.status === 200,
  },
  {
    id: 'timer-spin-between-invocations',
    basis: 'contract',
    code: `async () => {
      setTimeout(() => {
        for (;;);
      }, 50)
      return { fetch: async () => new Response('ok') }
    }`,
    steps: async ({ invoke }) => {
      await setTimeout(200)

      return [await invoke()]
    },
    check: ([answer = {}]) =>
      answer.status === 200 || isClosed(answer) || /timed out|memory/.test(answer.message ?? ''),
    maxWallMs: 20000,
  },
  {
    id: 'close-while-invoking',
    basis: 'common',
    code: `async () => ({
      async fetch() {
        await new Promise((r) => setTimeout(r, 300))
        return new Response('late')
      },
    })`,
    steps: async ({ invoke, close }) => {
      const late = invoke()
      await setTimeout(50)

      return [await close(), await late, await invoke()]
    },
    check: (steps) => isClosed(steps[2]),
    timeout: 3000,
  },
  {
    id: 'non-handler-result-retains-nothing',
    basis: 'contract',
    code: `async () => ({ fetch: 'not a function', a: 1 })`,
    steps: async () => [],
    check: (_steps, { executionId, result }) =>
      executionId === undefined && memberOf(result, 'a') === 1,
  },
  {
    id: 'fetch-getter-flips',
    basis: 'common',
    code: `async () => {
      let n = 0
      return {
        get fetch() {
          return n++ % 2 ? 5 : () => new Response('x')
        },
      }
    }`,
    steps: async ({ executionId, invoke }) => (executionId === '' ? [] : [await invoke()]),
    check: () => true,
  },
]

export const handlesCases: Array<HostileCase> = handleCases.map(retaining)
