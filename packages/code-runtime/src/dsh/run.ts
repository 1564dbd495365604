// One run of the published contract: its kinds and texts, and the account of its output.

import type { CodeRunFailure, CodeRunRequest, CodeRunResult } from '@deepseek-ai/dsh-code-runtime'
import { CONSOLE_CAPTURE_MESSAGE, type LogLine } from '@supolka/codemode-executor-protocol'
import { describeReason } from '../abort-text.ts'
import type { Core } from '../core/core.ts'
import type { Completion, End, Ending } from '../core/ending.ts'
import { nameBudget } from '../timeout-text.ts'
import { readRunRequest } from './check-request.ts'
import { EMPTY_LOGS, entrySize, outputLimit, roomBeside } from './ledger.ts'
import { quotedSize } from './quoted-size.ts'

/** Rejects for misuse alone. `cap` is that of the output, in UTF-8 bytes. */
export async function runProgram(
  core: Core,
  request: CodeRunRequest,
  cap: number,
): Promise<CodeRunResult> {
  if (core.isDisposed) throw new Error('@supolka/code-runtime: run() after disposal')
  const ending = await core.run({ ...readRunRequest(request), isTooMuch: meter(cap) })

  return resultOf(ending, cap)
}

/** Tells when the lines alone have gone past the cap: nothing the program does can mend that. */
function meter(cap: number): (line: LogLine) => boolean {
  let size = EMPTY_LOGS
  let count = 0

  return (line) => {
    size += entrySize(line.text, count)
    count += 1

    return size > cap || isConsoleEnd(line)
  }
}

/** The executor stopped capturing. A program cannot print this: all it prints is of another level. */
function isConsoleEnd({ level, text }: LogLine): boolean {
  return level === 'warn' && text === CONSOLE_CAPTURE_MESSAGE
}

function resultOf({ end, logs: lines }: Ending, cap: number): CodeRunResult {
  const isConsoleFull = lines.some(isConsoleEnd)
  const logs = lines.filter((line) => !isConsoleEnd(line)).map(({ text }) => text)
  if (end.type === 'over' || isConsoleFull) return outputLimit(logs, cap, isConsoleFull)
  const room = roomBeside(logs, cap)
  if (end.type === 'completed') {
    const { completion } = end
    const hasRoom = completion === undefined ? room >= 0 : completion.isWithin(room)

    return hasRoom ? { ...valueOf(completion), logs } : outputLimit(logs, cap, false)
  }
  const error = failureOf(end)

  return quotedSize(error.message) <= room ? { logs, error } : outputLimit(logs, cap, false)
}

function valueOf(completion: Completion | undefined): Pick<CodeRunResult, 'value'> {
  if (completion === undefined) return {}

  // Lossless JSON, as the guest half wrote it and this side read it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { value: completion.value as NonNullable<CodeRunResult['value']> }
}

function failureOf(end: Exclude<End, { type: 'completed' | 'over' }>): CodeRunFailure {
  switch (end.type) {
    case 'exception':
      return { kind: 'exception', message: end.message }
    case 'timeout':
      return { kind: 'timeout', message: nameBudget(end) }
    case 'abort':
      return { kind: 'abort', message: describeReason(end.reason) }
    case 'disposed':
      return { kind: 'abort', message: 'runtime disposed' }
    case 'died':
      return { kind: 'worker-exit', message: end.message }
    default:
      return { kind: 'invalid-output', message: 'program completion must be lossless JSON' }
  }
}
