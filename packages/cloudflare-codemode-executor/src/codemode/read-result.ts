// The outcome of a run in the dialect: lines with prefixes, and texts that its callers compare.

import {
  ExecutionTimeoutError,
  type ExecuteResult,
  type LogLine,
} from '@supolka/codemode-executor-protocol'
import type { CodemodeResult } from './dialect.ts'

/** How the code of a run stands to the text that the model wrote. */
export type CodeOrigin = { lineShift: number; isParsed: boolean }

/** Callers take an empty error for success, so no error is. */
const WITHOUT_MESSAGE = 'The program threw an error without a message.'

const TIMED_OUT = 'Execution timed out'

const ADVICE =
  'Send one JavaScript program, such as an async arrow function, and nothing around it.'

const PREFIXES: Readonly<Record<LogLine['level'], string>> = {
  log: '',
  warn: '[warn] ',
  error: '[error] ',
}

export function readResult(outcome: ExecuteResult, origin: CodeOrigin): CodemodeResult {
  const logs = (outcome.logs ?? []).map(({ level, text }) => PREFIXES[level] + text)
  if (outcome.error === undefined) return { result: outcome.result, logs }

  return { result: undefined, error: readError(outcome.error, origin), logs }
}

function readError(error: string, { lineShift, isParsed }: CodeOrigin): string {
  if (error === '') return WITHOUT_MESSAGE
  if (ExecutionTimeoutError.matches(error)) return TIMED_OUT
  const [place, line = '', column = ''] = SYNTAX_ERROR_PLACE.exec(error) ?? []
  if (place === undefined) return error
  const what = error.slice(0, -place.length)
  const at = `(line ${Math.max(1, Number(line) - lineShift)}, column ${column})`

  return isParsed ? `${what} ${at}` : `${what} ${at}. ${ADVICE}`
}

/** Where V8 found a syntax error in the code, as the executor puts it behind the message. */
const SYNTAX_ERROR_PLACE = / \[executor\.js:(\d+):(\d+)\]$/
