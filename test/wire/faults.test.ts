// Every fault that can cross a wire arrives as its class, with its text and its own properties, and with
// nothing of the machine that it came from.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { newWebSocketRpcSession } from 'capnweb'
import { serve, type ServerOptions } from '@supolka/codemode-executor-server'
import {
  ExecutorError,
  HandlesClosedError,
  QueueOverflowError,
  rehydrateExecutorError,
  ResponseTooLargeError,
  type ExecutorApi,
} from '@supolka/codemode-executor-protocol'
import { requestTo } from '../contract/exchanges.ts'
import { childrenOf } from '../lifecycle/children.ts'
import { within } from '../lifecycle/settlement.ts'
import { checkFault, checkFrames, connectHearing, thrownBy, type Heard } from './checked-faults.ts'
import { startServer } from './server-process.ts'
import { waitingRun } from './waiting-run.ts'

async function openHearing(options: ServerOptions = {}): Promise<Heard> {
  await using parts = new AsyncDisposableStack()
  const server = parts.use(await serve({ port: 0, workers: 1, ...options }))
  const heard = parts.use(await connectHearing(server.url))
  const kept = parts.move()

  return { ...heard, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

suite('a fault over the wire', () => {
  test('QUEUE_OVERFLOW of the pool', async () => {
    await using heard = await openHearing({ queueLimit: 0 })
    const run = waitingRun()
    const running = heard.executor.execute(run.request)
    await run.waits
    checkFault(await thrownBy(heard.executor.execute({ code: 'async () => 1' })), {
      class: QueueOverflowError,
      code: 'QUEUE_OVERFLOW',
      retryable: true,
      message: new QueueOverflowError(0).message,
    })
    run.release()
    assert.equal((await within(running)).result, 'released')
    checkFrames(heard.frames)
  })

  test('QUEUE_OVERFLOW of a connection with too many open calls', async () => {
    await using heard = await openHearing({ maxCallsInFlight: 2 })
    const run = waitingRun()
    const calls = [run.request, run.request].map((request) => heard.executor.execute(request))
    await run.waits
    checkFault(await thrownBy(heard.executor.execute({ code: 'async () => 1' })), {
      class: QueueOverflowError,
      code: 'QUEUE_OVERFLOW',
      retryable: true,
      message: 'This connection is at its bound of 2 open calls. Retry when one of them settles.',
    })
    run.release()
    await within(Promise.all(calls))
    checkFrames(heard.frames)
  })

  test('WORKER_CRASHED with the tool calls that the run had made, when its child is killed', async () => {
    await using server = await startServer({ workers: 1 })
    await using heard = await connectHearing(server.url)
    const run = waitingRun()
    const fault = thrownBy(heard.executor.execute(run.request))
    await run.waits
    const children = childrenOf(server.pid)
    assert.equal(children.length, 1)
    for (const pid of children) process.kill(pid, 'SIGKILL')
    checkFault(await fault, {
      class: ExecutorError,
      code: 'WORKER_CRASHED',
      retryable: true,
      message: /^Worker \d+ died under the execution\.$/,
      dispatched: 1,
    })
    assert.equal((await within(heard.executor.execute({ code: 'async () => 1' }))).result, 1)
    checkFrames(heard.frames)
  })

  test('RESPONSE_TOO_LARGE with the tool calls that the run had made', async () => {
    await using heard = await openHearing({ responseLimit: 1_000 })
    const run = waitingRun({ code: `async () => { await tools.wait(); return 'x'.repeat(2_000) }` })
    run.release()
    checkFault(await thrownBy(heard.executor.execute(run.request)), {
      class: ResponseTooLargeError,
      code: 'RESPONSE_TOO_LARGE',
      retryable: false,
      message: /^The response is 2,\d{3} bytes, past the response limit of 1,000 bytes\. /,
      dispatched: 1,
    })
    checkFrames(heard.frames)
  })

  test('RESPONSE_TOO_LARGE of an invocation, whose handles go on', async () => {
    await using heard = await openHearing({ responseLimit: 1_000 })
    const { executionId = '' } = await heard.executor.execute({
      code: `async () => ({ url }) => new Response('x'.repeat(url.endsWith('/much') ? 2_000 : 1))`,
      retainHandles: true,
    })
    const invoke = (path: string): Promise<{ status: number }> =>
      heard.executor.invokeHandle(executionId, 'fetch', requestTo(path))
    checkFault(await thrownBy(invoke('/much')), {
      class: ResponseTooLargeError,
      code: 'RESPONSE_TOO_LARGE',
      retryable: false,
      message: /^The response is 2,\d{3} bytes, past the response limit of 1,000 bytes\. /,
    })
    assert.equal((await within(invoke('/little'))).status, 200)
    checkFrames(heard.frames)
  })

  test('HANDLES_CLOSED of an invocation and of closing', async () => {
    await using heard = await openHearing()
    const calls = [
      heard.executor.invokeHandle('nobody', 'fetch', requestTo('/')),
      heard.executor.closeHandles('nobody'),
    ]
    for (const fault of await Promise.all(calls.map((call) => thrownBy(call)))) {
      checkFault(fault, {
        class: HandlesClosedError,
        code: 'HANDLES_CLOSED',
        retryable: false,
        message: new HandlesClosedError('nobody').message,
      })
    }
    checkFrames(heard.frames)
  })

  test('INTERNAL of a server that drains, worth another try, and of one that cut a run, not', async () => {
    await using server = await serve({ port: 0, workers: 1 })
    await using heard = await connectHearing(server.url)
    const run = waitingRun()
    const cut = thrownBy(heard.executor.execute(run.request))
    await run.waits
    const drained = server.drain()
    checkFault(await thrownBy(heard.executor.execute({ code: 'async () => 1' })), {
      class: ExecutorError,
      code: 'INTERNAL',
      retryable: true,
      message: 'The pool is draining and takes no new work.',
    })
    await server.close()
    checkFault(await cut, {
      class: ExecutorError,
      code: 'INTERNAL',
      retryable: false,
      message: 'The pool is shutting down.',
      dispatched: 1,
    })
    await drained
    checkFrames(heard.frames)
  })
})

suite('PROTOCOL_MISMATCH over the wire', () => {
  const modes: Array<[mode: unknown, text: string]> = [
    ['tunnel', 'The outbound mode "tunnel" is none of "native", "stub" and "disabled".'],
    [undefined, 'The outbound mode of type undefined is none of "native", "stub" and "disabled".'],
    [5, 'The outbound mode of type number is none of "native", "stub" and "disabled".'],
    [
      'x'.repeat(1_000),
      `The outbound mode "${'x'.repeat(40)}" is none of "native", "stub" and "disabled".`,
    ],
    ['stub', 'The outbound mode "stub" came without an outbound function.'],
  ]

  test('answers an outbound mode that the server does not know, or that lacks its function', async () => {
    await using server = await serve({ port: 0, workers: 1 })
    const socket = new WebSocket(server.url)
    await once(socket, 'open')
    using api = newWebSocketRpcSession<ExecutorApi>(socket)
    for (const [mode, message] of modes) {
      const call = api.execute('async () => 1', [], {}, null, mode as 'native')
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      const fault = rehydrateExecutorError(await thrownBy(Promise.resolve(call)))
      checkFault(fault, {
        class: ExecutorError,
        code: 'PROTOCOL_MISMATCH',
        retryable: false,
        message,
      })
    }
    using outcome = await api.execute('async () => 1', [], {}, null, 'disabled')
    assert.equal(outcome.resultJson, '1')
    socket.close()
    await once(socket, 'close')
  })
})

suite('an error that is no fault', () => {
  test('crosses as a plain error with its message, without a code', async () => {
    await using heard = await openHearing()
    const { executionId = '' } = await heard.executor.execute({
      code: `async () => () => { throw new TypeError('of the handler') }`,
      retainHandles: true,
    })
    const failure = await thrownBy(
      heard.executor.invokeHandle(executionId, 'fetch', requestTo('/')),
    )
    assert.ok(failure instanceof Error && !(failure instanceof ExecutorError))
    assert.equal(failure.message, 'of the handler')
    assert.equal('code' in failure, false)
    const unknown = await thrownBy(heard.executor.invokeHandle(executionId, 'nope', requestTo('/')))
    assert.ok(unknown instanceof Error && !(unknown instanceof ExecutorError))
    assert.equal(
      unknown.message,
      `Execution "${executionId}" has no handle named "nope". The granted handles are: fetch.`,
    )
    checkFrames(heard.frames)
  })
})
