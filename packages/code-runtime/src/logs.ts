// The captured output of a run, capped: all entries together, with a mark where the rest is missing.

import type { LogLine } from '@supolka/codemode-executor-protocol'
import { cutToBytes, exceeds, utf8Size } from './guest/values/text-size.ts'

/** The entry that takes the place of what did not fit. */
function logMark(limit: number): string {
  return `[code-runtime] log capture truncated at ${limit} bytes`
}

/** The texts of the lines, of at most `limit` UTF-8 bytes with the mark in them. */
export function capLogs(lines: Array<LogLine>, limit: number): Array<string> {
  const texts = lines.map(({ text }) => text)
  if (!exceeds(texts.join(''), limit)) return texts
  const mark = logMark(limit)
  const kept: Array<string> = []
  let room = limit - utf8Size(mark)
  for (const text of texts) {
    const part = cutToBytes(text, room)
    if (part !== '' || text === '') kept.push(part)
    room -= utf8Size(part)
    if (part !== text) break
  }

  return [...kept, mark]
}
