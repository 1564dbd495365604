// The dispatch grammar, seen from the program and from the host at once.

import { deepEqual, equal } from 'node:assert/strict'
import { describe } from 'node:test'
import type { ToolDispatchFn } from '@supolka/codemode-executor-protocol'
import { test } from './bounded-test.ts'
import { shareExecutor, type ExecutorFactory } from './executor-factory.ts'
import { inTurn } from './in-turn.ts'
import { failed, returned } from './outcomes.ts'
import { scripted, storeOf } from './toolbox.ts'

/** Calls `store.get` once and returns what it came to. */
const PROBE = `async () => {
  try { return { value: await store.get() } } catch (error) {
    return { name: error.name, isError: error instanceof Error, message: error.message }
  }
}`

/** A dispatch without types may answer anything. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the wrong type is the case
const unchecked = (answer: unknown): string => answer as string

const rejectedWith = (message: string) => returned({ name: 'Error', isError: true, message })

export function declareDispatch(create: ExecutorFactory): void {
  describe('dispatch', () => {
    const executor = shareExecutor(create)
    const providers = [{ name: 'store', tools: ['get'] }]
    const probe = (dispatch: ToolDispatchFn) =>
      executor.execute({ code: PROBE, providers, dispatch, outbound: null })

    test('without a dispatch every call meets the not-found text', async () => {
      deepEqual(
        await executor.execute({ code: PROBE, providers: [{ name: 'store', tools: [] }] }),
        rejectedWith('Tool "get" not found'),
      )
      deepEqual(
        await executor.execute({ code: `async () => __dispatch('no', 'tool', '')` }),
        returned('{"error":"Tool \\"tool\\" not found"}'),
      )
    })

    test('an uncaught rejection of a call is the error of the run', async () => {
      const { providers: own, dispatch } = storeOf({
        get: () => {
          throw new Error('No such customer.')
        },
      })

      deepEqual(
        await executor.execute({ code: 'async () => store.get()', providers: own, dispatch }),
        failed('No such customer.'),
      )
    })

    test('the presence of error decides, not its truth', async () => {
      deepEqual(await probe(async () => '{"error":"broke"}'), rejectedWith('broke'))
      deepEqual(await probe(async () => '{"error":"","result":1}'), rejectedWith(''))
    })

    test('an answer that is no object is outside the envelope', async () => {
      const answers: Array<unknown> = [
        '5',
        '"text"',
        'null',
        'true',
        'no json',
        '',
        undefined,
        null,
        5,
      ]

      deepEqual(
        await inTurn(answers, (answer) => probe(async () => unchecked(answer))),
        answers.map(() => rejectedWith('The dispatch answered outside the result envelope.')),
      )
    })

    test('an object of the wrong shape gets through as undefined', async () => {
      deepEqual(await probe(async () => '{}'), returned({}))
      deepEqual(await probe(async () => '{"value":1}'), returned({}))
      deepEqual(await probe(async () => '[1]'), returned({}))
    })

    test('a dispatch that rejects or throws rejects the call with its message', async () => {
      deepEqual(
        await probe(async () => {
          throw new Error('dispatch broke')
        }),
        rejectedWith('dispatch broke'),
      )
      deepEqual(
        await probe(() => {
          throw new Error('threw at once')
        }),
        rejectedWith('threw at once'),
      )
    })

    test('bytes cross to the tool, and every other view decays to them', async () => {
      const received: Array<unknown> = []
      const { providers: own, dispatch } = storeOf({ get: (args) => received.push(args) })
      await executor.execute({
        providers: own,
        dispatch,
        code: `async () => {
          await store.get({ list: [new Uint8Array([1, 2, 3, 255])] })
          await store.get(new Uint8Array([4]))
          await store.get({ wide: new Uint16Array([1, 2]), plain: new Uint8Array([5]).buffer })
          await store.get({ part: new Uint8Array([1, 2, 3]).subarray(1) })
        }`,
      })

      deepEqual(received, [
        { list: [new Uint8Array([1, 2, 3, 255])] },
        new Uint8Array([4]),
        { wide: new Uint8Array([1, 0, 2, 0]), plain: new Uint8Array([5]) },
        { part: new Uint8Array([2, 3]) },
      ])
    })

    test('bytes cross from the tool, a Buffer too, and in the result', async () => {
      const { providers: own, dispatch } = storeOf({
        get: () => ({ bytes: new Uint8Array([1, 255]), buffer: Buffer.from('hi') }),
      })
      const outcome = await executor.execute({
        providers: own,
        dispatch,
        code: `async () => {
          const { bytes, buffer } = await store.get()
          const kinds = [bytes, buffer].map((value) => value instanceof Uint8Array)
          return { kinds, bytes, buffer, wide: new Float32Array([1]) }
        }`,
      })

      deepEqual(
        outcome,
        returned({
          kinds: [true, true],
          bytes: new Uint8Array([1, 255]),
          buffer: new Uint8Array([104, 105]),
          wide: new Uint8Array([0, 0, 128, 63]),
        }),
      )
      deepEqual(
        await executor.execute({ code: 'async () => new Uint8Array(2)' }),
        returned(new Uint8Array(2)),
      )
    })

    test('an argument JSON cannot carry rejects at the call site', async () => {
      const { calls, request } = scripted('{"result":1}')
      const code = `async () => {
        const loop = {}
        loop.loop = loop
        const names = []
        for (const bad of [loop, 1n, { get x() { throw new RangeError('x') } }]) {
          try { await store.put(bad) } catch (error) { names.push(error.name) }
        }
        return names
      }`

      deepEqual(
        await executor.execute({ ...request, code }),
        returned(['TypeError', 'TypeError', 'RangeError']),
      )
      deepEqual(calls, [])
    })

    test('calls are open at the same time and settle each by its own answer', async () => {
      const answers: Array<() => void> = []
      const { providers: own, dispatch } = storeOf({
        get: (args) => {
          const { promise, resolve } = Promise.withResolvers<unknown>()
          answers.push(() => resolve(args))
          // The last of the three answers all of them, the first one last.
          if (answers.length === 3) for (const answer of answers.toReversed()) answer()

          return promise
        },
      })

      deepEqual(
        await executor.execute({
          providers: own,
          dispatch,
          code: 'async () => Promise.all(["a", "b", "c"].map((name) => store.get(name)))',
        }),
        returned(['a', 'b', 'c']),
      )
    })

    test('calls arrive in the order the program made them, however many', async () => {
      const received: Array<unknown> = []
      const { providers: own, dispatch } = storeOf({ get: (args) => received.push(args) })
      const { result } = await executor.execute({
        providers: own,
        dispatch,
        code: `async () => {
          const answers = await Promise.all(Array.from({ length: 3000 }, (_, n) => store.get(n)))
          return answers.every((answer, n) => answer === n + 1)
        }`,
      })

      equal(result, true)
      deepEqual(
        received,
        Array.from({ length: 3000 }, (_, index) => index),
      )
    })

    test('a call made after the run settled does not reach the dispatch', async () => {
      const { calls, request } = scripted('{"result":1}')
      const late = `async () => {
        Promise.resolve().then(async () => { for (;;) await store.put(1) })
        setTimeout(() => store.put(2), 0)
        return 'settled'
      }`
      const counts = await inTurn(Array.from({ length: 5 }), async () => {
        const before = await executor.execute({ ...request, code: late })
        const atSettling = calls.length
        await executor.execute({ code: 'async () => 1' })

        return [before.result, calls.length - atSettling]
      })

      deepEqual(
        counts,
        counts.map(() => ['settled', 0]),
      )
    })
  })
}
