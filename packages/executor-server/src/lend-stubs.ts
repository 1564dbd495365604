// Puts the functions that came with one call between the executor and the wire: each call of a stub is
// a message to the peer, and each answer is let go of once it has been read.

import type {
  ExecuteRequest,
  LogLine,
  OutboundFetchFn,
  ToolDispatchFn,
} from '@supolka/codemode-executor-protocol'
import type { LentOutbounds } from './lent-outbounds.ts'
import { checkToolCallSize } from './measure-tool-call.ts'
import type { SessionCalls } from './session-calls.ts'
import { duplicate, letGo } from './stubs.ts'

/** A request that the executor can take, and the end of what was lent for it. */
export type LentRequest = {
  request: ExecuteRequest
  /** The call has settled; with the execution that it was granted, if it was. */
  settle: (executionId: string | undefined) => void
}

const keepNothing: LentRequest['settle'] = () => undefined

export function lendStubs(
  request: ExecuteRequest,
  calls: SessionCalls,
  lentOutbounds: LentOutbounds,
): LentRequest {
  const { dispatch, outbound, onLog, retainHandles } = request
  const functions: Partial<ExecuteRequest> = {}
  let settle = keepNothing
  if (dispatch !== undefined) functions.dispatch = lendDispatch(dispatch, calls)
  if (onLog !== undefined) functions.onLog = lendOnLog(onLog)
  if (outbound && retainHandles === true) {
    // The stub of the call ends with the call, and handlers fetch long after.
    const kept = duplicate(outbound)
    lentOutbounds.begin()
    settle = (executionId) => lentOutbounds.settle(kept, executionId)
    functions.outbound = lendOutbound(kept, calls)
  } else if (outbound) functions.outbound = lendOutbound(outbound, calls)

  return { request: { ...request, ...functions }, settle }
}

function lendDispatch(dispatch: ToolDispatchFn, calls: SessionCalls): ToolDispatchFn {
  return (provider, tool, argsJson) =>
    calls.wait(async () => {
      checkToolCallSize([provider, tool, argsJson])
      const envelope = await dispatch(provider, tool, argsJson)
      // Anything but text is outside the envelope, and may hold stubs.
      if (typeof envelope !== 'string') letGo(envelope)

      return envelope
    })
}

/** What a retained handler's fetch rejects with when nobody is left to perform it. */
const CALLER_GONE =
  'The caller that lent its outbound function to this execution is gone. Answer without fetching.'

function lendOutbound(outbound: OutboundFetchFn, calls: SessionCalls): OutboundFetchFn {
  return (request) =>
    calls.wait(async () => {
      if (calls.hasEnded) throw new Error(CALLER_GONE)
      const response = await outbound(request)
      if (typeof response !== 'object' || response === null) return response
      const { status, statusText, headers, body } = response
      letGo(response)

      return { status, statusText, headers, body }
    })
}

function lendOnLog(onLog: (line: LogLine) => void): (line: LogLine) => void {
  return (line) => {
    try {
      // Nobody waits for the answer, so the peer need not give one.
      letGo(onLog(line))
    } catch {
      // The session is over: its run is being aborted, and nobody listens any more.
    }
  }
}
