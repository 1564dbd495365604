// The grammar of tool calls.

import { encodeBinaryValue } from './binary.ts'
import { parseForDispatch, stringifyForDispatch } from './codec.ts'
import { thrownText } from './thrown-text.ts'

/** Answers one tool call: arguments as JSON text in, the result envelope as JSON text out. */
export type ToolDispatchFn = (provider: string, tool: string, argsJson: string) => Promise<string>

/** The envelope of an answer. The presence of `error` decides, not its truth: it may be empty. */
export type DispatchEnvelope = { result?: unknown; error?: string }

/** Whether tool calls are still served; its owner sets `active` to false when the run is over. */
export type DispatchState = { active: boolean }

/** The pinned text that answers a call made after its execution finished. */
export const EXECUTION_COMPLETED_MESSAGE = 'Execution has already completed.'

/** The text of the rejection of a call whose dispatch answered something that is no object. */
export const OUTSIDE_ENVELOPE_MESSAGE = 'The dispatch answered outside the result envelope.'

/** Whether a parsed answer is an envelope: any object is, whatever its shape. */
export function isEnvelope(value: unknown): value is DispatchEnvelope {
  return typeof value === 'object' && value !== null
}

/**
 * The arguments of a call as its tool receives them: an empty text is an empty list, an array is
 * the list, any other payload is the single argument. Text that is no JSON throws `SyntaxError`.
 */
export function parseArguments(argsJson: string): unknown {
  return argsJson === '' ? [] : parseForDispatch(argsJson)
}

const errorEnvelope = (text: string): string => JSON.stringify({ error: text })

function resultEnvelope(value: unknown): string {
  try {
    // Bytes are tagged before JSON sees them: a Node Buffer's toJSON would list every byte first.
    // An envelope is an object, so there always is a text.
    return stringifyForDispatch({ result: encodeBinaryValue(value) ?? value }) ?? '{}'
  } catch (failure) {
    return errorEnvelope(`The tool answered with a value JSON cannot carry: ${thrownText(failure)}`)
  }
}

/**
 * Turns a function over parsed arguments into a dispatch that always answers an envelope and never
 * rejects. `call` gets the argument list as an array, or a single argument that is no array as it
 * is; what it throws becomes the error text. Once `state.active` is false nothing is called.
 */
export function createEnvelopeDispatch(
  state: DispatchState,
  call: (provider: string, tool: string, args: unknown) => unknown,
): ToolDispatchFn {
  return async (provider, tool, argsJson) => {
    if (!state.active) return errorEnvelope(EXECUTION_COMPLETED_MESSAGE)
    try {
      return resultEnvelope(await call(provider, tool, parseArguments(argsJson)))
    } catch (failure) {
      return errorEnvelope(thrownText(failure))
    }
  }
}
