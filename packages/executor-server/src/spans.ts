// Spans of OpenTelemetry, through its API and only where the host has that: the host chooses the SDK
// and where spans go. No text of a program or a tool becomes part of one.

import { ExecutorError, type ExecuteResultMessage } from '@supolka/codemode-executor-protocol'

/** The two things that a server does for long. */
type SpanName = 'codemode.execute' | 'codemode.invoke_handle'

/** What a span says. Sizes are in bytes, times in milliseconds. */
export type SpanFacts = {
  outcome?: 'returned' | 'retained' | 'failed'
  toolCalls?: number
  codeBytes?: number
  executionId?: string
  guestMs?: number
}

/** Adds to what a span says. Does nothing where there are no spans. */
type AddFacts = (facts: SpanFacts) => void

/** Puts work under spans. */
export type Spans = {
  /**
   * Runs `work` in a span that ends with it, and gives back what it gives. A fault marks the span as
   * failed, with its code; a program that failed is no failure of the server.
   */
  run<Result>(
    name: SpanName,
    facts: SpanFacts,
    work: (add: AddFacts) => Promise<Result>,
  ): Promise<Result>
}

/** What a span says of an outcome. */
export function factsOf({ error, executionId, usage }: ExecuteResultMessage): SpanFacts {
  const resolved = executionId === undefined ? 'returned' : 'retained'

  return {
    outcome: error === undefined ? resolved : 'failed',
    ...(usage !== undefined && { toolCalls: usage.toolCalls, guestMs: usage.guestMs }),
    ...(executionId !== undefined && { executionId }),
  }
}

type Api = typeof import('@opentelemetry/api')
type Attributes = { [name: string]: string | number | undefined }

const noSpans: Spans = { run: (_name, _facts, work) => work(() => undefined) }

/** Finds the API of OpenTelemetry. Without it the work runs as it would, under no span. */
export async function loadSpans(): Promise<Spans> {
  try {
    return createSpans(await import('@opentelemetry/api'))
  } catch (error) {
    // The API is an optional peer: that it is absent is a choice. One that is broken is not.
    if (Reflect.get(Object(error), 'code') === 'ERR_MODULE_NOT_FOUND') return noSpans
    throw error
  }
}

function createSpans({ trace, SpanKind, SpanStatusCode }: Api): Spans {
  // A proxy of the API: the host may register its provider later.
  const tracer = trace.getTracer('@supolka/codemode-executor-server')

  return {
    run: (name, facts, work) => {
      const options = { kind: SpanKind.SERVER, attributes: attributesOf(facts) }

      return tracer.startActiveSpan(name, options, async (span) => {
        try {
          return await work((added) => span.setAttributes(attributesOf(added)))
        } catch (error) {
          if (error instanceof ExecutorError) {
            span.setAttribute('codemode.fault', error.code)
            span.setStatus({ code: SpanStatusCode.ERROR, message: error.code })
          }
          throw error
        } finally {
          span.end()
        }
      })
    },
  }
}

function attributesOf(facts: SpanFacts): Attributes {
  // The API leaves out what is undefined.
  return {
    'codemode.outcome': facts.outcome,
    'codemode.tool_calls': facts.toolCalls,
    'codemode.code_bytes': facts.codeBytes,
    'codemode.execution_id': facts.executionId,
    'codemode.guest_ms': facts.guestMs,
  }
}
