import { match, strictEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { createEnvelopeDispatch, createExecutor } from '@supolka/codemode-executor'
import { createMetrics, type Metrics } from '../src/metrics.ts'

/** The value of one series, written as Prometheus writes it. */
async function valueOf(metrics: Metrics, series: string): Promise<number | undefined> {
  const line = (await metrics.text()).split('\n').find((one) => one.startsWith(`${series} `))

  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('runs, waits, tool calls and workers of a real executor are counted', async () => {
  const metrics = createMetrics(() => executor.report())
  await using executor = createExecutor({ workers: 1, observer: metrics.observer })
  strictEqual(await valueOf(metrics, 'codemode_runs_total{outcome="returned"}'), 0)
  const providers = [{ name: 'store', tools: ['find'] }]
  const dispatch = createEnvelopeDispatch({ active: true }, () => 1)
  await executor.execute({ code: 'async () => store.find()', providers, dispatch })
  await executor.execute({ code: 'async () => { throw new Error("no") }' })
  await executor.execute({ code: 'async () => { for (;;) {} }', timeout: 20 })
  strictEqual(await valueOf(metrics, 'codemode_runs_total{outcome="returned"}'), 1)
  strictEqual(await valueOf(metrics, 'codemode_runs_total{outcome="threw"}'), 1)
  strictEqual(await valueOf(metrics, 'codemode_runs_total{outcome="timeout"}'), 1)
  strictEqual(await valueOf(metrics, 'codemode_run_duration_seconds_count{outcome="returned"}'), 1)
  strictEqual(await valueOf(metrics, 'codemode_queue_wait_seconds_count'), 3)
  strictEqual(await valueOf(metrics, 'codemode_tool_calls_total'), 1)
  strictEqual(await valueOf(metrics, 'codemode_tool_call_duration_seconds_count'), 1)
  strictEqual(await valueOf(metrics, 'codemode_workers{state="running"}'), 0)
})

test('an execution that is refused at the door is counted and measured nowhere', async () => {
  const metrics = createMetrics(() => executor.report())
  await using executor = createExecutor({ workers: 1, observer: metrics.observer })
  await executor.execute({ code: 'async () => 1', providers: [{ name: '1', tools: [] }] })
  strictEqual(await valueOf(metrics, 'codemode_runs_total{outcome="threw"}'), 1)
  strictEqual(await valueOf(metrics, 'codemode_queue_wait_seconds_count'), 0)
  strictEqual(
    await valueOf(metrics, 'codemode_run_duration_seconds_count{outcome="threw"}'),
    undefined,
  )
})

test('a child that is gone is counted by its cause', async () => {
  const metrics = createMetrics(() => executor.report())
  const executor = createExecutor({ workers: 1, observer: metrics.observer })
  await executor.execute({ code: 'async () => 1' })
  await executor.dispose()
  strictEqual(await valueOf(metrics, 'codemode_child_exits_total{cause="disposed"}'), 1)
  strictEqual(await valueOf(metrics, 'codemode_child_exits_total{cause="crashed"}'), 0)
})

test('connections, refusals and bytes are counted', async () => {
  await using executor = createExecutor({ workers: 1 })
  const metrics = createMetrics(() => executor.report())
  metrics.onConnection(1)
  metrics.onConnection(1)
  metrics.onConnection(-1)
  metrics.onRefusal('origin')
  metrics.onBytes('in', 10)
  metrics.onBytes('in', 5)
  metrics.onBytes('out', 7)
  strictEqual(await valueOf(metrics, 'codemode_connections'), 1)
  strictEqual(await valueOf(metrics, 'codemode_connection_refusals_total{reason="origin"}'), 1)
  strictEqual(await valueOf(metrics, 'codemode_bytes_total{direction="in"}'), 15)
  strictEqual(await valueOf(metrics, 'codemode_bytes_total{direction="out"}'), 7)
})

test('what programs run on is one series of 1', async () => {
  await using executor = createExecutor({ workers: 1 })
  const metrics = createMetrics(() => executor.report())
  const series = new RegExp(
    String.raw`^codemode_info\{version="[\d.]+",node="${process.versions.node}",v8=.*,isolated_vm=.*,isolation="process"\} 1$`,
    'm',
  )
  match(await metrics.text(), series)
  await executor.execute({ code: 'async () => 1' })
  const text = await metrics.text()
  match(text, series)
  strictEqual(text.match(/^codemode_info\{/gm)?.length, 1)
})

test('servers of one process count apart and share what is about the process', async () => {
  await using executor = createExecutor({ workers: 1, queueLimit: 7 })
  const first = createMetrics(() => executor.report())
  const second = createMetrics(() => executor.report())
  first.onConnection(1)
  strictEqual(await valueOf(first, 'codemode_connections'), 1)
  strictEqual(await valueOf(second, 'codemode_connections'), 0)
  for (const metrics of [first, second]) {
    match(metrics.contentType, /^text\/plain; version=0\.0\.4/)
  }
  for (const text of await Promise.all([first.text(), second.text()])) {
    match(text, /^process_resident_memory_bytes \d+$/m)
    match(text, /^codemode_queue_limit 7$/m)
  }
})
