import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { ExecutorError } from '@supolka/codemode-executor'
import { factsOf, loadSpans, type Spans } from '../src/spans.ts'

const exporter = new InMemorySpanExporter()
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
let spans: Spans

before(async () => {
  // Made before the host registers anything, as a server may be.
  spans = await loadSpans()
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
})

beforeEach(() => exporter.reset())

after(async () => {
  trace.disable()
  context.disable()
  await provider.shutdown()
})

test('work runs in a span that ends with it and says what is known before and after', async () => {
  const result = await spans.run('codemode.execute', { codeBytes: 12 }, async (add) => {
    add({ outcome: 'returned', toolCalls: 3 })

    return 'done'
  })
  strictEqual(result, 'done')
  const [span, ...others] = exporter.getFinishedSpans()
  deepStrictEqual(others, [])
  strictEqual(span?.name, 'codemode.execute')
  strictEqual(span.kind, SpanKind.SERVER)
  strictEqual(span.status.code, SpanStatusCode.UNSET)
  deepStrictEqual(span.attributes, {
    'codemode.code_bytes': 12,
    'codemode.outcome': 'returned',
    'codemode.tool_calls': 3,
  })
})

test('an outcome is told by its kind and its usage, never by its text', () => {
  const usage = { wallMs: 4, guestMs: 3, toolCalls: 2, peakHeapBytes: 1 }
  deepStrictEqual(factsOf({ resultJson: '"SECRET"', logs: [], usage }), {
    outcome: 'returned',
    toolCalls: 2,
    guestMs: 3,
  })
  deepStrictEqual(factsOf({ error: 'SECRET', logs: [] }), { outcome: 'failed' })
  deepStrictEqual(factsOf({ logs: [], executionId: 'a.b', handles: ['fetch'] }), {
    outcome: 'retained',
    executionId: 'a.b',
  })
})

test('what the work does belongs to its span', async () => {
  await spans.run('codemode.invoke_handle', {}, async () => {
    await Promise.resolve()
    trace.getTracer('tool').startSpan('inner').end()
  })
  const [inner, outer] = exporter.getFinishedSpans()
  strictEqual(inner?.parentSpanContext?.spanId, outer?.spanContext().spanId)
})

test('a fault marks the span with its code, and its text stays out', async () => {
  const fault = new ExecutorError('WORKER_CRASHED', 'SECRET')
  await rejects(
    spans.run('codemode.execute', {}, () => Promise.reject(fault)),
    fault,
  )
  const [span] = exporter.getFinishedSpans()
  deepStrictEqual(span?.status, { code: SpanStatusCode.ERROR, message: 'WORKER_CRASHED' })
  deepStrictEqual(span.attributes, { 'codemode.fault': 'WORKER_CRASHED' })
  deepStrictEqual(span.events, [])
})

test('a rejection that is no fault, such as what a handler throws, marks nothing', async () => {
  await rejects(
    spans.run('codemode.invoke_handle', {}, () => Promise.reject(new Error('SECRET'))),
    /SECRET/,
  )
  const [span] = exporter.getFinishedSpans()
  strictEqual(span?.status.code, SpanStatusCode.UNSET)
  deepStrictEqual(span.events, [])
})

test('where the API is not installed the work runs under no span', (t) => {
  const packages = join(import.meta.dirname, '../..')
  const folder = mkdtempSync(join(tmpdir(), 'no-spans-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'node_modules/@supolka'), { recursive: true })
  // An empty folder ends the search for the package here, whatever is installed further up.
  mkdirSync(join(folder, 'node_modules/@opentelemetry/api'), { recursive: true })
  symlinkSync(
    join(packages, 'protocol'),
    join(folder, 'node_modules/@supolka/codemode-executor-protocol'),
  )
  copyFileSync(join(packages, 'executor-server/dist/spans.js'), join(folder, 'spans.mjs'))
  const program = `
    import { loadSpans } from './spans.mjs'
    const isFound = await import('@opentelemetry/api').then(() => true, () => false)
    const spans = await loadSpans()
    const result = await spans.run('codemode.execute', { codeBytes: 1 }, async (add) => {
      add({ outcome: 'returned' })
      return 'done'
    })
    console.log(JSON.stringify({ isFound, result }))
  `
  writeFileSync(join(folder, 'main.mjs'), program)
  const output = execFileSync(process.execPath, [join(folder, 'main.mjs')], { encoding: 'utf8' })
  deepStrictEqual(JSON.parse(output), { isFound: false, result: 'done' })
})
