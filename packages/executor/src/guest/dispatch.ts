// Tool calls as the guest makes them: one promise for each, settled by the child's answer. Calls past
// a count wait here, on the metered heap, so that a flood of them costs the program and not the host.

import {
  EXECUTION_COMPLETED_MESSAGE,
  PAYLOAD_LIMIT,
  PayloadTooLargeError,
} from '@supolka/codemode-executor-protocol'
import { bridge } from './bridge.ts'
import { create, NativeError, NativePromise, toText, utf8Size } from './intrinsics.ts'
import { runState } from './run-state.ts'

/** Tool calls of one run that may be open at the host at the same time. */
const MAX_OPEN_CALLS = 1_024

type Call = {
  provider: string
  tool: string
  args: string
  resolve: (envelope: string) => void
  reject: (error: Error) => void
  next: Call | undefined
}

const open: Record<number, Call | undefined> = create(null) as Record<number, Call | undefined>
let openCount = 0
let lastId = 0
let firstWaiting: Call | undefined
let lastWaiting: Call | undefined

/** The envelope that a call meets once its run is over; composed here, no crossing needed. */
const COMPLETED_ENVELOPE = `{"error":"${EXECUTION_COMPLETED_MESSAGE}"}`

/** Entry-scope `__dispatch`: sends a tool call to the host, a promise for the envelope JSON. */
export function dispatchCall(
  provider: unknown,
  tool: unknown,
  argsJson?: unknown,
): Promise<string> {
  return new NativePromise<string>((resolve, reject) => {
    if (runState.isSettled) {
      resolve(COMPLETED_ENVELOPE)
      return
    }
    const call: Call = {
      provider: toText(provider),
      tool: toText(tool),
      args: argsJson === undefined ? '' : toText(argsJson),
      resolve,
      reject,
      next: undefined,
    }
    if (call.provider.length + call.tool.length + call.args.length > PAYLOAD_LIMIT) {
      const size = utf8Size(call.provider) + utf8Size(call.tool) + utf8Size(call.args)
      reject(new NativeError(new PayloadTooLargeError('tool call', size, PAYLOAD_LIMIT).message))
    } else if (openCount < MAX_OPEN_CALLS) {
      cross(call)
    } else {
      wait(call)
    }
  })
}

/** Settles an open call by its envelope, or by the message of a dispatch that rejected. */
export function settleCall(id: number, envelope: string | undefined, failure: string): void {
  const call = open[id]
  if (call === undefined) return
  delete open[id]
  openCount -= 1
  if (envelope === undefined) call.reject(new NativeError(failure))
  else call.resolve(envelope)
  admitWaiting()
}

function cross(call: Call): void {
  const id = ++lastId
  // The child measures what crosses; the guest could lie about it.
  const refusal = bridge('call', id, call.provider, call.tool, call.args)
  if (refusal !== undefined) {
    call.reject(new NativeError(refusal))
    return
  }
  call.args = ''
  open[id] = call
  openCount += 1
}

function wait(call: Call): void {
  if (lastWaiting === undefined) firstWaiting = call
  else lastWaiting.next = call
  lastWaiting = call
}

function admitWaiting(): void {
  while (firstWaiting !== undefined && openCount < MAX_OPEN_CALLS) {
    const call = firstWaiting
    firstWaiting = call.next
    if (firstWaiting === undefined) lastWaiting = undefined
    if (runState.isSettled) call.resolve(COMPLETED_ENVELOPE)
    else cross(call)
  }
}
