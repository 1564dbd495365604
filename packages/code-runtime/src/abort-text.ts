// The text of an abort: the reason that the caller gave.

import { thrownText } from '@supolka/codemode-executor-protocol'

/** A reason as words: a string as it is, an error as `name: message`, anything else by its content. */
export function describeReason(reason: unknown): string {
  if (typeof reason === 'string') return reason
  try {
    if (reason instanceof Error) return String(reason)

    // oxlint-disable-next-line typescript/no-base-to-string -- a string, a number or the like
    return typeof reason === 'object' ? JSON.stringify(reason) : String(reason)
  } catch {
    return thrownText(reason)
  }
}
