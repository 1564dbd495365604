// The way in: the contract of a code runtime over any executor.

import { checkFunction, checkRecord, type Executor } from '@supolka/codemode-executor-protocol'
import { readRunRequest } from './check-request.ts'
import { readConfig, type CodeRuntimeConfig, type CodeRuntimeSettings } from './config.ts'
import type { CodeRunFailure, CodeRunResult, CodeRuntime } from './contract.ts'
import { createCore } from './core/core.ts'
import type { Completion, End, Ending } from './core/ending.ts'
import { VALUE_MARK } from './guest/settings.ts'
import { renderText } from './guest/values/render.ts'
import { cutToBytes, exceeds, utf8Size } from './guest/values/text-size.ts'
import { capLogs } from './logs.ts'
import { describeReason } from './abort-text.ts'
import { describeTimeout } from './timeout-text.ts'

/**
 * Makes a runtime that runs programs on `executor`, which stays yours to dispose. Throws TypeError or
 * RangeError for a wrong configuration. Dispose the runtime before the executor.
 */
export function createCodeRuntime(executor: Executor, config?: CodeRuntimeConfig): CodeRuntime {
  checkRecord(executor, 'executor')
  checkFunction(Reflect.get(executor, 'execute'), 'executor member "execute"')
  const settings = readConfig(config)
  const core = createCore(executor, {
    ...settings,
    values: 'clone',
    valueLimit: settings.maxValueBytes,
    lineLimit: settings.maxLogBytes,
  })
  const dispose = (): Promise<void> => core.dispose()

  return {
    language: 'typescript',
    isolation: settings.isolation,
    async run(request) {
      if (core.isDisposed) throw new Error('The code runtime is disposed; run() is over.')

      return resultOf(await core.run(readRunRequest(request)), settings)
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  }
}

function resultOf({ end, logs }: Ending, settings: CodeRuntimeSettings): CodeRunResult {
  const texts = capLogs(logs, settings.maxLogBytes)
  if (end.type !== 'completed') return { logs: texts, error: failureOf(end, settings) }
  if (end.completion === undefined) return { logs: texts }

  return { value: fit(end.completion, settings.maxValueBytes), logs: texts }
}

/** The guest half has seen to the size; only a forged answer is past it. */
function fit({ value, isWithin }: Completion, limit: number): unknown {
  return isWithin(limit) ? value : cut(renderText(value, limit + 1), limit)
}

function cut(text: string, limit: number): string {
  if (!exceeds(text, limit)) return text

  return cutToBytes(text, limit - utf8Size(VALUE_MARK)) + VALUE_MARK
}

function failureOf(
  end: Exclude<End, { type: 'completed' }>,
  { maxValueBytes }: CodeRuntimeSettings,
): CodeRunFailure {
  const { kind, message } = describeEnd(end)

  return { kind, message: cut(message, maxValueBytes) }
}

function describeEnd(end: Exclude<End, { type: 'completed' }>): CodeRunFailure {
  switch (end.type) {
    case 'exception':
      return { kind: 'exception', message: end.message }
    case 'timeout':
      return { kind: 'timeout', message: describeTimeout(end) }
    case 'abort':
      return { kind: 'abort', message: describeReason(end.reason) }
    case 'disposed':
      return { kind: 'abort', message: 'runtime disposed' }
    case 'died':
      return { kind: 'worker-exit', message: end.message }
    default:
      // The guest half renders what does not fit; only a forged answer comes here.
      return { kind: 'exception', message: 'The completion cannot cross.' }
  }
}
