// What a server counts for Prometheus, in a registry of its own, so that servers in one process and
// the host's own metrics stay apart.

import { EXECUTOR_ERROR_CODES } from '@supolka/codemode-executor-protocol'
import type {
  ChildExitCause,
  ExecutionEvent,
  ExecutionOutcome,
  ExecutorObserver,
  ExecutorReport,
} from '@supolka/codemode-executor'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { processRegistry } from './process-registry.ts'
import { reportGauges } from './report-gauges.ts'

/** Why a connection, or what came in its place, was turned away. */
export type RefusalReason =
  | 'authentication'
  | 'connections'
  | 'draining'
  | 'origin'
  | 'path'
  | 'replica'
  | 'subprotocol'

/** The counters of one server, and their text. */
export type Metrics = {
  /** To be given to the executor. */
  observer: ExecutorObserver
  /** A connection was opened, or it is gone. */
  onConnection(change: 1 | -1): void
  onRefusal(reason: RefusalReason): void
  /** Bytes of WebSocket messages that came in or went out. */
  onBytes(direction: 'in' | 'out', bytes: number): void
  /** Everything in the text format of Prometheus. */
  text(): Promise<string>
  /** The content type of that text. */
  contentType: string
}

// A run that does nothing takes about a millisecond, the usual bound is a minute, that of the server an hour.
const RUN_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600,
]
// A ready worker takes an execution within a millisecond; a wait past half a minute is an outage.
const WAIT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
// From a look into memory to a tool that asks a model.
const TOOL_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
]

// Series that start at 0 show their first step as a rate. Each value is named, so that none is forgotten.
const OUTCOMES: Array<ExecutionOutcome> = [
  ...(['returned', 'retained', 'threw', 'timeout', 'memory', 'aborted'] as const),
  ...EXECUTOR_ERROR_CODES,
]
const EXIT_CAUSES: { [Cause in ChildExitCause]: true } = {
  recycled: true,
  surplus: true,
  restless: true,
  timeout: true,
  memory: true,
  aborted: true,
  'handles-closed': true,
  crashed: true,
  silent: true,
  'failed-start': true,
  'not-ready': true,
  protocol: true,
  disposed: true,
}
const REFUSALS: { [Reason in RefusalReason]: true } = {
  authentication: true,
  connections: true,
  draining: true,
  origin: true,
  path: true,
  replica: true,
  subprotocol: true,
}

const MS = 1_000

/** Makes the metrics of one server over what its executor reports at each scrape. */
export function createMetrics(report: () => ExecutorReport): Metrics {
  const registry = new Registry()
  const registers = [registry]
  reportGauges(registry, report)
  const connections = new Gauge({
    name: 'codemode_connections',
    help: 'Connections that are open.',
    registers,
  })
  const refusals = countBy(registry, Object.keys(REFUSALS), {
    name: 'codemode_connection_refusals_total',
    help: 'Connections turned away, by reason.',
    label: 'reason',
  })
  const bytes = countBy(registry, ['in', 'out'], {
    name: 'codemode_bytes_total',
    help: 'Bytes of WebSocket messages, by direction as the server sees it.',
    label: 'direction',
  })
  const observer = observeExecutor(registry)
  // Takes over what is registered by now.
  const all = Registry.merge([registry, processRegistry()])

  return {
    observer,
    onConnection: (change) => connections.inc(change),
    onRefusal: (reason) => refusals(reason),
    onBytes: (direction, count) => bytes(direction, count),
    text: () => all.metrics(),
    contentType: all.contentType,
  }
}

function observeExecutor(registry: Registry): ExecutorObserver {
  const onExecution = observeRuns(registry)
  const registers = [registry]
  const calls = new Counter({
    name: 'codemode_tool_calls_total',
    help: 'Tool calls that were answered.',
    registers,
  })
  const callSeconds = new Histogram({
    name: 'codemode_tool_call_duration_seconds',
    help: 'How long a tool call took, the way to the caller and back included.',
    buckets: TOOL_SECONDS,
    registers,
  })
  const exits = countBy(registry, Object.keys(EXIT_CAUSES), {
    name: 'codemode_child_exits_total',
    help: 'Child processes that are gone, by cause.',
    label: 'cause',
  })

  return {
    onExecution,
    onToolCall: ({ durationMs }) => {
      calls.inc()
      callSeconds.observe(durationMs / MS)
    },
    onChildExit: ({ cause }) => exits(cause),
  }
}

function observeRuns(registry: Registry): (event: ExecutionEvent) => void {
  const runs = countBy(registry, OUTCOMES, {
    name: 'codemode_runs_total',
    help: 'Executions that settled, by outcome.',
    label: 'outcome',
  })
  const runSeconds = new Histogram({
    name: 'codemode_run_duration_seconds',
    help: 'Wall time of executions that a worker had started, by outcome.',
    labelNames: ['outcome'],
    buckets: RUN_SECONDS,
    registers: [registry],
  })
  const waitSeconds = new Histogram({
    name: 'codemode_queue_wait_seconds',
    help: 'How long executions waited for a worker, those included that ended while they waited.',
    buckets: WAIT_SECONDS,
    registers: [registry],
  })

  return ({ outcome, queuedMs, usage: { wallMs } }) => {
    runs(outcome)
    // What was refused at the door neither ran nor waited.
    if (wallMs > 0) runSeconds.observe({ outcome }, wallMs / MS)
    if (wallMs > 0 || queuedMs > 0) waitSeconds.observe(queuedMs / MS)
  }
}

/** A counter with one label, whose series all start at 0. */
function countBy(
  registry: Registry,
  values: Array<string>,
  { name, help, label }: { name: string; help: string; label: string },
): (value: string, count?: number) => void {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
  for (const value of values) counter.inc({ [label]: value }, 0)

  return (value, count = 1) => counter.inc({ [label]: value }, count)
}
