// What the server logs, and where. The names of fields are a closed list of ids, sizes, durations,
// outcomes and codes, so that text of programs and tools has no place to go by mistake.

import { checkArgument, checkRecord } from '@supolka/codemode-executor-protocol'

/** A fact about what happened. Times are in milliseconds, sizes in bytes. */
export type LogField =
  | 'bytes'
  | 'bytesIn'
  | 'bytesOut'
  | 'cause'
  | 'code'
  | 'codeBytes'
  | 'connectionId'
  | 'connections'
  | 'durationMs'
  | 'executionId'
  | 'exitCode'
  | 'openCalls'
  | 'outcome'
  | 'queueDepth'
  | 'queuedMs'
  | 'reason'
  | 'remoteAddress'
  | 'signal'
  | 'toolCalls'
  | 'url'
  | 'version'
  | 'workerId'
  /** Only under `logPrograms`. */
  | 'program'
  /** Only under `logPrograms`: a program may have a say in what its process wrote last. */
  | 'lastWords'

/** The facts of one line. */
export type LogFields = { [Field in LogField]?: string | number | boolean | null | undefined }

/** Writes one line: facts first, then a text that is the same for every line of its kind. */
export type LogFn = (fields: LogFields, text: string) => void

/** The part of a pino logger that the server uses. */
export interface Logger {
  readonly debug: LogFn
  readonly info: LogFn
  readonly warn: LogFn
  readonly error: LogFn
  /** A logger whose every line carries these facts too. */
  child(fields: LogFields): Logger
}

/** Logs nothing. */
export const silentLogger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLogger,
}

/** An object with the five functions of a logger, or a TypeError. */
export function checkLogger(value: unknown, name: string): void {
  checkRecord(value, name)
  for (const member of ['debug', 'info', 'warn', 'error', 'child']) {
    const found: unknown = Reflect.get(Object(value), member)
    checkArgument(typeof found === 'function', `${name} member "${member}"`, 'a function', found)
  }
}
