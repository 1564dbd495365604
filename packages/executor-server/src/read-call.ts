// One call from the wire as a request of the executor. Nothing of it is trusted: a stub stands where a
// peer put one, and would turn every look at it into a message back.

import {
  checkArgument,
  checkFlag,
  checkFunction,
  checkList,
  checkRecord,
  checkText,
  ExecutorError,
  isTextPairs,
  type AbortSignalLike,
  type ExecuteCallOptions,
  type ExecuteRequest,
  type OutboundFetchFn,
  type OutboundMode,
  type ToolDispatchFn,
} from '@supolka/codemode-executor-protocol'

/** The arguments of `execute` as they came. */
export type ReceivedCall = {
  code: string
  providers: ExecuteRequest['providers']
  options: ExecuteCallOptions
  dispatch: ToolDispatchFn | null
  outboundMode: OutboundMode
  outbound: OutboundFetchFn | undefined
}

/** What the server decides about a call. */
export type CallTerms = {
  /** False is the operator's veto of native outbound. */
  nativeOutbound: boolean
  signal: AbortSignalLike
}

/**
 * The request of a call. Throws TypeError for an argument that is not what the contract says, and
 * `PROTOCOL_MISMATCH` for an outbound mode that this server does not know. The executor checks the
 * fields that it takes over as they are.
 */
export function readCall(call: ReceivedCall, terms: CallTerms): ExecuteRequest {
  const { code, providers, options, dispatch } = call
  checkText(code, 'argument "code"')
  checkList(providers, 'argument "providers"')
  checkRecord(options, 'argument "options"')
  if (dispatch !== null) checkFunction(dispatch, 'argument "dispatch"')
  const { modules, timeout, countHostWaits, retainHandles, onLog, nested, signal } = options
  if (nested !== undefined) checkFlag(nested, 'option "nested"')
  if (signal !== undefined) checkFunction(signal, 'option "signal"')
  if (onLog !== undefined) checkFunction(onLog, 'option "onLog"')
  const outbound = outboundOf(call, terms)

  return {
    code,
    providers,
    timeout,
    countHostWaits,
    retainHandles,
    onLog,
    signal: terms.signal,
    ...(modules !== undefined && { modules: readModules(modules) }),
    ...(dispatch !== null && { dispatch }),
    ...(outbound !== undefined && { outbound }),
  }
}

function outboundOf(
  { outboundMode, outbound }: ReceivedCall,
  { nativeOutbound }: CallTerms,
): OutboundFetchFn | null | undefined {
  switch (outboundMode) {
    case 'native':
      return nativeOutbound ? undefined : null
    case 'disabled':
      return null
    case 'stub':
      if (typeof outbound === 'function') return outbound
      throw new ExecutorError(
        'PROTOCOL_MISMATCH',
        'The outbound mode "stub" came without an outbound function.',
      )
    default:
      throw new ExecutorError('PROTOCOL_MISMATCH', unknownMode(outboundMode))
  }
}

/** What came is somebody else's: only a short text of it is repeated. */
function unknownMode(mode: unknown): string {
  const shown =
    typeof mode === 'string' ? JSON.stringify(mode.slice(0, 40)) : `of type ${typeof mode}`

  return `The outbound mode ${shown} is none of "native", "stub" and "disabled".`
}

/** Pairs, since keys of an object may get lost on the way. The last of two equal names counts. */
function readModules(pairs: Array<[name: string, source: string]>): Record<string, string> {
  checkArgument(isTextPairs(pairs), 'option "modules"', 'pairs of a name and a source', pairs)

  return Object.fromEntries(pairs)
}
