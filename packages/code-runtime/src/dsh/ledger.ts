// The one account that the published contract keeps of a run's output: the JSON of its logs and of its
// value or message, in UTF-8 bytes. One byte past the cap the run fails, and keeps what fits of its logs.

import type { CodeRunResult } from '@deepseek-ai/dsh-code-runtime'
import { CONSOLE_CAPTURE_LIMIT } from '@supolka/codemode-executor-protocol'
import { cutQuoted, quotedSize } from './quoted-size.ts'

const BRACKETS = '[]'.length
const SEPARATOR = ','.length

/** What one more entry takes, where `count` are there already. */
export function entrySize(text: string, count: number): number {
  return quotedSize(text) + (count > 0 ? SEPARATOR : 0)
}

/** The size of logs without entries. */
export const EMPTY_LOGS: number = BRACKETS

function logsSize(logs: Array<string>): number {
  return logs.reduce((size, text, index) => size + entrySize(text, index), BRACKETS)
}

/** What the cap leaves beside the logs; below zero where they alone are past it. */
export function roomBeside(logs: Array<string>, cap: number): number {
  return cap - logsSize(logs)
}

/** The failure for output past the cap: its message is cut where the cap leaves no room for it. */
export function outputLimit(
  logs: Array<string>,
  cap: number,
  isConsoleFull: boolean,
): CodeRunResult {
  const exceeded = isConsoleFull ? Math.min(cap, CONSOLE_CAPTURE_LIMIT) : cap
  const message = cutQuoted(`outer output exceeded ${exceeded} bytes`, cap - BRACKETS)

  return {
    logs: keepWithin(logs, cap - quotedSize(message)),
    error: { kind: 'output-limit', message },
  }
}

/** The first entries that fit; of the one that does not, its beginning. */
function keepWithin(logs: Array<string>, limit: number): Array<string> {
  const kept: Array<string> = []
  let room = limit - BRACKETS
  for (const text of logs) {
    const separator = kept.length > 0 ? SEPARATOR : 0
    const part = cutQuoted(text, room - separator)
    if (part === text && quotedSize(part) + separator <= room) kept.push(part)
    else return part === '' ? kept : [...kept, part]
    room -= quotedSize(part) + separator
  }

  return kept
}
