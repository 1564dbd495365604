// What the operator of a server has decided, and no request of a client can undo.

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  ExecutionTimeoutError,
  HandlesClosedError,
  OutboundDisabledError,
  type ExecuteRequest,
} from '@supolka/codemode-executor-protocol'
import { requestTo, responseOf } from '../contract/exchanges.ts'
import { startAnswering } from '../contract/loopback.ts'
import { faultOf, within } from '../lifecycle/settlement.ts'
import { openServed, type Served } from './served.ts'
import { waitingRun } from './waiting-run.ts'

const DISABLED = new OutboundDisabledError().message

/** An outbound function of a caller. */
const outbound = async (): Promise<ReturnType<typeof responseOf>> => responseOf('by the caller')

/** What a program gets of a fetch: the body, or the error in words. */
async function fetchBy(
  { executor }: Served,
  url: string,
  rest: Partial<ExecuteRequest> = {},
): Promise<unknown> {
  const code = `async () => fetch(${JSON.stringify(url)}).then(
    (response) => response.text(),
    ({ name, message }) => name + ': ' + message,
  )`
  const { result, error } = await within(executor.execute({ code, ...rest }))

  return error ?? result
}

suite("the veto of the server's own network", () => {
  test('leaves a request that asks for it without any, in the words of a disabled one', async () => {
    await using site = await startAnswering()
    const outboundPolicy = { allowPrivateAddresses: true }
    await using served = await openServed({ server: { nativeOutbound: false, outboundPolicy } })
    assert.equal(await fetchBy(served, site.url), `TypeError: ${DISABLED}`)
    assert.equal(await fetchBy(served, site.url, { outbound: null }), `TypeError: ${DISABLED}`)
    assert.deepEqual(site.seen, [])
  })

  test("does not touch a caller's own outbound function", async () => {
    await using served = await openServed({ server: { nativeOutbound: false } })
    assert.equal(await fetchBy(served, 'http://a.test/', { outbound }), 'by the caller')
  })

  test('holds for handles as well', async () => {
    await using site = await startAnswering()
    await using served = await openServed({ server: { nativeOutbound: false } })
    const { executionId = '' } = await served.executor.execute({
      code: `async () => async () =>
        fetch(${JSON.stringify(site.url)}).catch(({ message }) => new Response(message))`,
      retainHandles: true,
    })
    const { body } = await served.executor.invokeHandle(executionId, 'fetch', requestTo('/'))
    assert.equal(new TextDecoder().decode(body), DISABLED)
    assert.deepEqual(site.seen, [])
  })

  test('may be the default of the executor, which a request with a function of its own overrides', async () => {
    await using served = await openServed({ server: { outbound: null } })
    assert.equal(await fetchBy(served, 'http://a.test/'), `TypeError: ${DISABLED}`)
    assert.equal(await fetchBy(served, 'http://a.test/', { outbound }), 'by the caller')
  })
})

suite("the policy of the server's own network", () => {
  test('refuses addresses that are not public unless it says otherwise', async () => {
    await using site = await startAnswering()
    await using strict = await openServed()
    const refused = await fetchBy(strict, site.url)
    assert.match(String(refused), /^TypeError: Outbound fetch refused "127\.0\.0\.1" because /)
    assert.deepEqual(site.seen, [])
    const outboundPolicy = { allowPrivateAddresses: true }
    await using open = await openServed({ server: { outboundPolicy } })
    assert.equal(await fetchBy(open, `${site.url}/x`), 'served /x')
  })

  test('refuses hosts that it denies, or does not list', async () => {
    await using site = await startAnswering()
    const allowPrivateAddresses = true
    await using denying = await openServed({
      server: { outboundPolicy: { allowPrivateAddresses, deniedHosts: ['127.0.0.1'] } },
    })
    await using listing = await openServed({
      server: { outboundPolicy: { allowPrivateAddresses, allowedHosts: ['example.com'] } },
    })
    for (const served of [denying, listing]) {
      // oxlint-disable-next-line no-await-in-loop -- one server after the other
      const refused = await fetchBy(served, site.url)
      assert.match(String(refused), /^TypeError: Outbound fetch refused "127\.0\.0\.1" because /)
    }
    assert.deepEqual(site.seen, [])
  })
})

suite('the largest timeout', () => {
  const capped = new ExecutionTimeoutError(60).message
  const rows: Array<[what: string, timeout: number | null | undefined, error: string]> = [
    ['a larger one', 3_600_000, capped],
    ['one that is lifted', null, capped],
    ['the default of a request that asks for none', undefined, capped],
    ['infinity', Infinity, capped],
    ['a smaller one not', 20, new ExecutionTimeoutError(20).message],
  ]
  for (const [what, timeout, error] of rows) {
    test(`caps ${what}`, async () => {
      await using served = await openServed({ server: { maxTimeout: 60 } })
      const code = 'async () => { for (;;) {} }'
      const outcome = await within(served.executor.execute({ code, timeout }))
      assert.equal(outcome.error, error)
    })
  }

  test('caps the invocations of a handle', async () => {
    await using served = await openServed({ server: { maxTimeout: 1_000 } })
    const { executionId = '' } = await served.executor.execute({
      code: 'async () => () => { for (;;) {} }',
      retainHandles: true,
      timeout: null,
    })
    const invocation = served.executor.invokeHandle(executionId, 'fetch', requestTo('/'))
    await assert.rejects(within(invocation), { message: new ExecutionTimeoutError(1_000).message })
  })
})

suite('the bound of occupancy', () => {
  const ended = new ExecutionTimeoutError(1_500).message

  test('ends a run that waits for its tool, however long that may take by the run clock', async () => {
    await using served = await openServed({ server: { workers: 1, maxOccupancy: 1_500 } })
    const run = waitingRun({ timeout: null })
    const outcome = await within(served.executor.execute(run.request))
    assert.equal(outcome.error, ended)
    assert.equal(outcome.usage?.toolCalls, 1)
    const next = await within(served.executor.execute({ code: 'async () => 1' }))
    assert.equal(next.result, 1)
  })

  test('ends an invocation that waits for its outbound function, and the handles with it', async () => {
    await using served = await openServed({ server: { workers: 1, maxOccupancy: 1_500 } })
    const { executionId = '' } = await served.executor.execute({
      code: `async () => async () => fetch('https://a.test/')`,
      retainHandles: true,
      timeout: null,
      outbound: () => new Promise(() => undefined),
    })
    const invoke = (): Promise<unknown> =>
      served.executor.invokeHandle(executionId, 'fetch', requestTo('/'))
    await assert.rejects(within(invoke()), { message: ended })
    const { message } = await faultOf(invoke())
    assert.equal(message, new HandlesClosedError(executionId).message)
  })

  test('is an hour on a server that sets none', async () => {
    await using served = await openServed()
    assert.equal(served.server.report().limits.maxOccupancy, 3_600_000)
  })
})
