// Every example of "Executor protocol" and "Failures", with the exact outcome the pages print. The
// one example that counts a generated line in is pinned without that number.

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { describe } from 'node:test'
import {
  createEnvelopeDispatch,
  ExecutorError,
  MemoryLimitError,
  rehydrateExecutorError,
  stringifyForDispatch,
} from '@supolka/codemode-executor-protocol'
import { test } from './bounded-test.ts'
import { ownExecutor, shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { rejection } from './outcomes.ts'

const modules = { greeter: `export const greet = (name) => 'hello ' + name` }

export function declareSpecExamples(create: ExecutorFactory): void {
  describe('examples of the contract', () => {
    const executor = shareExecutor(create)

    test('entry contract: an import and an arrow', async () => {
      deepEqual(
        await executor.execute({
          code: `import { greet } from 'greeter'
async () => greet('ada')`,
          modules,
        }),
        { result: 'hello ada', logs: [] },
      )
    })

    test('entry contract: a leading import line is taken whole, trailing code included', async () => {
      deepEqual(
        await executor.execute({
          code: `import { greet } from 'greeter'; const size = 3
async () => greet('ada').repeat(size).length`,
          modules,
        }),
        { result: 27, logs: [] },
      )
    })

    test('entry contract: an arrow on the import line leaves the body empty', async () => {
      const outcome = await executor.execute({
        code: `import { greet } from 'greeter'; async () => greet('ada')`,
        modules,
      })
      const position = /\[executor\.js:(\d+):1\]$/.exec(outcome.error ?? '')

      deepEqual(outcome, {
        result: undefined,
        error: `Unexpected token ')' [executor.js:${position?.[1]}:1]`,
        logs: [],
      })
      ok(Number(position?.[1]) > 1, 'the place is past the last line of the code')
    })

    test('providers: every call reaches the dispatch', async () => {
      const seen: Array<[string, string]> = []
      const outcome = await executor.execute({
        code: `async () => {
    await store.listOrders()
    await store.deleteOrders()
    await __dispatch('crm', 'listOrders', '')

    return 'every call reached the dispatch'
  }`,
        providers: [{ name: 'store', tools: ['listOrders'] }],
        dispatch: async (provider, tool) => {
          seen.push([provider, tool])

          return JSON.stringify({ result: null })
        },
      })

      deepEqual(outcome, { result: 'every call reached the dispatch', logs: [] })
      deepEqual(seen, [
        ['store', 'listOrders'],
        ['store', 'deleteOrders'],
        ['crm', 'listOrders'],
      ])
    })

    test('dispatch grammar: arguments as JSON text', () => {
      equal(stringifyForDispatch(['ada', 3]), '["ada",3]')
      equal(stringifyForDispatch({ customer: 'ada' }), '{"customer":"ada"}')
    })

    test('dispatch grammar: the three envelopes', async () => {
      const answering = createEnvelopeDispatch({ active: true }, async () => ({
        id: 'o1',
        total: 42,
      }))
      equal(
        await answering('store', 'listOrders', '["ada",3]'),
        '{"result":{"id":"o1","total":42}}',
      )
      const throwing = createEnvelopeDispatch({ active: true }, async () => {
        throw new Error('No such customer.')
      })
      equal(await throwing('store', 'listOrders', ''), '{"error":"No such customer."}')
      const settled = createEnvelopeDispatch({ active: false }, async () => undefined)
      equal(
        await settled('store', 'listOrders', ''),
        '{"error":"Execution has already completed."}',
      )
    })

    test('dispatch grammar: binary values', () => {
      equal(
        stringifyForDispatch({ result: new Uint8Array([1, 2, 3, 255]) }),
        '{"result":{"__executor_binary_v1__":"Uint8Array","data":"AQID/w=="}}',
      )
      equal(
        stringifyForDispatch({ result: new Uint16Array([1, 2]) }),
        '{"result":{"__executor_binary_v1__":"ArrayBufferView","data":"AQACAA=="}}',
      )
    })

    test('declared absences: what typeof reads', async () => {
      deepEqual(
        await executor.execute({
          code: `async () => [typeof caches, typeof CompressionStream, typeof WebSocket]`,
          outbound: null,
        }),
        { result: ['object', 'function', 'undefined'], logs: [] },
      )
    })

    test('execution handles: what JSON makes of a handler', async () => {
      deepEqual(
        await executor.execute({ code: 'async () => JSON.stringify({ result: () => 1 })' }),
        {
          result: '{}',
          logs: [],
        },
      )
      deepEqual(
        await executor.execute({ code: 'async () => JSON.stringify({ result: { fetch() {} } })' }),
        {
          result: '{"result":{}}',
          logs: [],
        },
      )
    })

    test('failures: a program that fails resolves, with text in error', async () => {
      const outcome = await executor.execute({ code: 'async () => { throw new Error("mine") }' })

      deepEqual(outcome, { result: undefined, error: 'mine', logs: [] })
    })

    test('failures: a queue at its bound, reported in one line', async () => {
      await using own = await ownExecutor(create, { workers: 1, queueLimit: 1 })
      const started = Promise.withResolvers<void>()
      const { promise, resolve } = Promise.withResolvers<string>()
      const running = own.execute({
        code: `async () => __dispatch('store', 'open', '')`,
        dispatch: () => {
          started.resolve()

          return promise
        },
      })
      await started.promise
      const waiting = own.execute({ code: 'async () => 1' })
      const fault = rehydrateExecutorError(await rejection(own.execute({ code: 'async () => 1' })))
      resolve('{}')
      await Promise.all([running, waiting])

      ok(fault instanceof ExecutorError)
      equal(
        `${fault.name} | ${fault.code}  | retryable ${fault.retryable} | ${fault.message}`,
        'ExecutorError | QUEUE_OVERFLOW  | retryable true | The queue is at its bound of 1. Retry when a running execution settles.',
      )
    })

    test('failures: a disposed executor, reported in one line', async () => {
      await using own = await ownExecutor(create)
      await own.dispose()
      const { code, message } = await rejection(own.execute({ code: 'async () => 1' }))

      match(
        `${String(code)} | ${message}`,
        /^(?:INTERNAL \| The pool is shutting down\.|CONNECTION_BROKEN \| RemoteExecutor is closed)$/,
      )
    })

    test('failures: the memory text names the limit the execution ran under', async () => {
      const text =
        'Execution ran out of memory at its 32 MB limit. Work through the data in smaller pieces and keep only what you return.'
      await using own = await ownExecutor(create, { workers: 1, memoryLimit: 32 })

      deepEqual(
        await own.execute({
          code: 'async () => { const list = []; for (;;) list.push(Array(1e5).fill(list.length)) }',
        }),
        { result: undefined, error: text, logs: [] },
      )
      equal(new MemoryLimitError(32).message, text)
    })

    test('failures: a declared absence that a program catches', async () => {
      deepEqual(
        await executor.execute({
          code: `async () => {
    try {
      await caches.open('x')
    } catch (failure) {
      return { name: failure.name, message: failure.message }
    }
  }`,
        }),
        {
          result: {
            name: 'NotSupportedError',
            message:
              'Cache storage is absent from this runtime because nothing survives an execution. Return what should persist in the result and take it back as an input on the next call.',
          },
          logs: [],
        },
      )
    })

    test('failures: an unhandled rejection does not replace the result', async () => {
      deepEqual(
        await executor.execute({
          code: `async () => { Promise.reject(new Error('ignored')); return 'kept' }`,
        }),
        { result: 'kept', logs: [] },
      )
    })
  })
}
