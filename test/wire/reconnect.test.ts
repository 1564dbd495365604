// A client whose connection is gone: what was open on it breaks and says so, the next call opens another,
// and a server that stays away is asked again more and more seldom.

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { PROTOCOL_VERSION } from '@supolka/codemode-executor-protocol'
import {
  serveSockets,
  serveVersion,
} from '../../packages/executor-server/test/fixtures/fake-server.ts'
import { faultOf, within } from '../lifecycle/settlement.ts'
import { NEVER, openSwitched } from './switched.ts'
import { waitingRun } from './waiting-run.ts'

const one = { code: 'async () => 1' }

const broken = (url: string, dispatched?: number): object => ({
  code: 'CONNECTION_BROKEN',
  message: `The connection to ${url} broke.`,
  retryable: true,
  ...(dispatched !== undefined && { dispatched }),
})

const closed = (dispatched?: number): object => ({
  code: 'CONNECTION_BROKEN',
  message: 'RemoteExecutor is closed',
  retryable: false,
  ...(dispatched !== undefined && { dispatched }),
})

suite('a connection that breaks', () => {
  test('while nothing is open is replaced by the next call, which notices nothing', async () => {
    await using parts = await openSwitched()
    const { executor, line, sockets } = parts
    assert.equal((await executor.execute(one)).result, 1)
    line.cut()
    await sockets.closed()
    assert.equal(line.attempts, 1)
    assert.equal((await within(executor.execute(one))).result, 1)
    assert.equal(line.attempts, 2)
  })

  test('ends the runs that were open on it, each with the tool calls that it had made', async () => {
    await using parts = await openSwitched()
    const { executor, line } = parts
    const run = waitingRun()
    const faults = [run.request, one].map((request) => faultOf(executor.execute(request)))
    await run.waits
    line.cut()
    assert.deepEqual(await Promise.all(faults), [broken(line.url, 1), broken(line.url, 0)])
    assert.equal((await within(executor.execute(one))).result, 1)
    assert.equal(run.calls, 1)
  })

  test('has what it broke of as the cause', async () => {
    await using parts = await openSwitched()
    const { executor, line } = parts
    const run = waitingRun()
    const outcome = assert.rejects(executor.execute(run.request), ({ cause }: Error) => {
      assert.match(String(cause), /^The socket (failed|closed with code 1006)\.$/)

      return true
    })
    await run.waits
    line.cut()
    await outcome
  })

  test('is replaced by the calls of handles too', async () => {
    await using parts = await openSwitched()
    const { executor, line, sockets } = parts
    const code = 'async () => () => new Response("kept")'
    const { executionId = '' } = await executor.execute({ code, retainHandles: true })
    const request = { method: 'GET', url: 'http://a.test/', headers: [], body: null }
    line.cut()
    await sockets.closed()
    const { status } = await within(executor.invokeHandle(executionId, 'fetch', request))
    assert.equal(status, 200)
    line.cut()
    await sockets.closed()
    await within(executor.closeHandles(executionId))
    assert.equal(line.attempts, 3)
  })
})

suite('a server that is gone', () => {
  test('is tried once for each call, and each call says so', async () => {
    await using parts = await openSwitched()
    const { executor, line, lose } = parts
    await lose()
    for (let call = 1; call <= 5; call += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      assert.deepEqual(await faultOf(executor.execute(one)), broken(line.url))
      assert.equal(line.attempts, 1 + call)
    }
  })

  test('is tried once for all calls that come at the same time', async () => {
    await using parts = await openSwitched()
    const { executor, line, lose } = parts
    await lose()
    const request = { method: 'GET', url: 'http://a.test/', headers: [], body: null }
    const calls = [
      ...Array.from({ length: 20 }, () => executor.execute(one)),
      executor.invokeHandle('anybody', 'fetch', request),
      executor.closeHandles('anybody'),
    ]
    const faults = await Promise.all(calls.map((call) => faultOf(call)))
    assert.deepEqual(
      faults,
      calls.map(() => broken(line.url)),
    )
    assert.equal(line.attempts, 2)
  })

  test('is tried again after pauses that double, up to the longest', async () => {
    const [least, most] = [60, 240]
    await using parts = await openSwitched({ minReconnectDelay: least, maxReconnectDelay: most })
    const { executor, sockets, lose } = parts
    await lose()
    for (let call = 0; call < 6; call += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      await faultOf(executor.execute(one))
    }
    // The first attempt was the one that succeeded. A pause begins when an attempt has failed, and is
    // drawn from the upper half of its length; how much later than that it ends is the machine's affair.
    const [, ...attempts] = sockets.askedAt
    const gaps = attempts.slice(1).map((at, index) => at - (attempts[index] ?? at))
    assert.equal(gaps.length, 5)
    for (const [index, gap] of gaps.entries()) {
      const longest = Math.min(most, least * 2 ** index)
      // A timer may be a millisecond early.
      assert.ok(
        gap >= longest / 2 - 2,
        `gap ${index} was ${gap} ms, with a pause of up to ${longest}`,
      )
    }
  })

  test('is not tried before the pause is over', async () => {
    await using parts = await openSwitched(NEVER)
    const { executor, line, lose } = parts
    await lose()
    assert.deepEqual(await faultOf(executor.execute(one)), broken(line.url))
    const waiting = [executor.execute(one), executor.execute(one)].map((call) => faultOf(call))
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(line.attempts, 2)
    await executor.dispose()
    assert.deepEqual(await Promise.all(waiting), [closed(), closed()])
    assert.equal(line.attempts, 2)
  })

  test('is used again when it is back, and the pauses begin anew', async () => {
    await using parts = await openSwitched()
    const { executor, line, lose, restore } = parts
    await lose()
    for (let call = 0; call < 3; call += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      await faultOf(executor.execute(one))
    }
    restore()
    assert.equal((await within(executor.execute(one))).result, 1)
    assert.equal(line.attempts, 5)
    await lose()
    assert.deepEqual(await faultOf(executor.execute(one)), broken(line.url))
  })

  test('may come back as one of another version, which is no connection worth another try', async () => {
    await using other = await serveVersion(() => PROTOCOL_VERSION + 1)
    await using parts = await openSwitched()
    const { executor } = parts
    await parts.lose(Number(new URL(other.url).port))
    assert.deepEqual(await faultOf(executor.execute(one)), {
      code: 'PROTOCOL_MISMATCH',
      message: `The server answered the handshake with version ${PROTOCOL_VERSION + 1}, and this client speaks version ${PROTOCOL_VERSION}.`,
      retryable: false,
    })
    parts.restore()
    assert.equal((await within(executor.execute(one))).result, 1)
  })
})

suite('a client that is disposed', () => {
  test('while it waits for a connection settles its calls at once', async () => {
    await using parts = await openSwitched()
    const { executor, line, sockets, lose } = parts
    await lose('silence')
    const waiting = [executor.execute(one), executor.closeHandles('anybody')]
    await line.reached(2)
    const faults = waiting.map((call) => faultOf(call))
    await within(executor.dispose(), 5_000)
    assert.deepEqual(await Promise.all(faults), [closed(), closed()])
    await within(sockets.closed())
  })

  test('while it waits for the handshake settles its calls at once', async () => {
    const reached = Promise.withResolvers<void>()
    await using silent = await serveSockets((socket) => {
      socket.once('message', () => reached.resolve())
    })
    await using parts = await openSwitched()
    const { executor, sockets, lose } = parts
    await lose(Number(new URL(silent.url).port))
    const fault = faultOf(executor.execute(one))
    await reached.promise
    await within(executor.dispose(), 5_000)
    assert.deepEqual(await fault, closed())
    await within(sockets.closed())
  })

  test('settles what is open, with the tool calls it had made, and takes nothing more', async () => {
    await using parts = await openSwitched()
    const { executor, line } = parts
    const run = waitingRun()
    const open = faultOf(executor.execute(run.request))
    await run.waits
    const disposal = executor.dispose()
    assert.equal(executor.dispose(), disposal)
    assert.deepEqual(await open, closed(1))
    await within(disposal)
    const request = { method: 'GET', url: 'http://a.test/', headers: [], body: null }
    const late = [
      executor.execute(one),
      executor.invokeHandle('anybody', 'fetch', request),
      executor.closeHandles('anybody'),
    ]
    assert.deepEqual(await Promise.all(late.map((call) => faultOf(call))), [
      closed(),
      closed(),
      closed(),
    ])
    assert.equal(line.attempts, 1)
  })
})
