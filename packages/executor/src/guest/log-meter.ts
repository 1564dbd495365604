// The bound of a run's captured console. Each line is charged what it costs on the wire, its own shape
// included; the line that meets the bound is dropped whole and one warn line takes the place of the
// rest. The host measures again: what is counted here only saves crossings.

import {
  CONSOLE_CAPTURE_LIMIT,
  CONSOLE_CAPTURE_MESSAGE,
  type LogLine,
} from '@supolka/codemode-executor-protocol'
import { jsonStringify, utf8Size } from './intrinsics.ts'

type Emit = (level: LogLine['level'], text: string) => void

/** JSON text around a line's level and quoted text, the comma to the next line included. */
const SHAPE_BYTES = '{"level":"","text":},'.length

export function createLogMeter(emit: Emit): Emit {
  let spent = 2
  let isFull = false

  return (level, text) => {
    if (isFull) return
    // Longer in characters is longer in bytes: no need to quote it to know.
    const cost = text.length > CONSOLE_CAPTURE_LIMIT ? Infinity : costOf(level, text)
    if (spent + cost > CONSOLE_CAPTURE_LIMIT) {
      isFull = true
      emit('warn', CONSOLE_CAPTURE_MESSAGE)
    } else {
      spent += cost
      emit(level, text)
    }
  }
}

function costOf(level: LogLine['level'], text: string): number {
  return SHAPE_BYTES + level.length + utf8Size(jsonStringify(text) ?? '')
}
