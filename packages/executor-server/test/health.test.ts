import { deepStrictEqual, match, strictEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { createExecutor, type ExecutorReport } from '@supolka/codemode-executor'
import { answerHealth, createHealth } from '../src/health.ts'

const STARTED = { hasFailedStart: false }

/** A report of a real executor, with what a case is about. */
async function reportWith(change: Partial<ExecutorReport>): Promise<ExecutorReport> {
  await using executor = createExecutor({ workers: 2, queueLimit: 3 })

  return { ...executor.report(), ...change }
}

const workers = (counts: Partial<ExecutorReport['workers']>): ExecutorReport['workers'] => ({
  starting: 0,
  ready: 0,
  running: 0,
  retained: 0,
  resting: 0,
  ...counts,
})

test('a server that has started no child yet is alive and ready', async () => {
  const report = await reportWith({})
  deepStrictEqual(answerHealth('/healthz', report, STARTED), {
    status: 200,
    text: 'The server is alive.',
  })
  deepStrictEqual(answerHealth('/readyz', report, STARTED), {
    status: 200,
    text: 'The server takes executions.',
  })
})

test("other paths are somebody else's", async () => {
  strictEqual(answerHealth('/', await reportWith({}), STARTED), undefined)
})

test('a draining server is alive and not ready, in words', async () => {
  const report = await reportWith({ isDraining: true })
  strictEqual(answerHealth('/healthz', report, STARTED)?.status, 200)
  deepStrictEqual(answerHealth('/readyz', report, STARTED), {
    status: 503,
    text: 'The server is draining and takes no new executions.',
  })
})

test('a full queue is not ready, and one with a place left is', async () => {
  const full = answerHealth('/readyz', await reportWith({ queueDepth: 3 }), STARTED)
  deepStrictEqual(full, {
    status: 503,
    text: 'The queue is full: 3 executions wait of 3 that may.',
  })
  strictEqual(answerHealth('/readyz', await reportWith({ queueDepth: 2 }), STARTED)?.status, 200)
})

test('where nothing may wait, only busy workers fill the server', async () => {
  await using executor = createExecutor({ workers: 2, queueLimit: 0 })
  const report = executor.report()
  strictEqual(answerHealth('/readyz', report, STARTED)?.status, 200)
  const one = { ...report, workers: workers({ running: 1, ready: 1 }) }
  strictEqual(answerHealth('/readyz', one, STARTED)?.status, 200)
  const both = { ...report, workers: workers({ running: 1, retained: 1 }) }
  strictEqual(answerHealth('/readyz', both, STARTED)?.status, 503)
})

test('a failed start matters only as long as no child lives', async () => {
  const failed = { hasFailedStart: true }
  const none = answerHealth(
    '/readyz',
    await reportWith({ workers: workers({ starting: 2 }) }),
    failed,
  )
  strictEqual(none?.status, 503)
  match(none.text, /^No worker can start\./)
  const one = await reportWith({ workers: workers({ ready: 1 }) })
  strictEqual(answerHealth('/readyz', one, failed)?.status, 200)
})

test('an executor whose children cannot start makes the server unready', async () => {
  const health = createHealth()
  const gone = Promise.withResolvers<void>()
  const observer = {
    ...health.observer,
    onChildExit: (event: Parameters<NonNullable<typeof health.observer.onChildExit>>[0]) => {
      health.observer.onChildExit?.(event)
      gone.resolve()
    },
  }
  await using executor = createExecutor({
    execPath: '/bin/false',
    workers: 1,
    start: 'eager',
    observer,
  })
  strictEqual(health.answer('/readyz', executor.report())?.status, 200)
  await gone.promise
  strictEqual(health.answer('/readyz', executor.report())?.status, 503)
})
