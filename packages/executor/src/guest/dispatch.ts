// Tool calls as the guest makes them: one promise for each, settled by the child's answer. Calls past
// a count wait here, on the metered heap, so that a flood of them costs the program and not the host.

import {
  EXECUTION_COMPLETED_MESSAGE,
  PAYLOAD_LIMIT,
  PayloadTooLargeError,
} from '@supolka/codemode-executor-protocol'
import { postToChild } from './bridge.ts'
import {
  appendTo,
  create,
  NativeError,
  NativePromise,
  reflectApply,
  toText,
  utf8Size,
} from './intrinsics.ts'
import { queueMicrotaskOfRuntime } from './microtasks.ts'
import { runState } from './run-state.ts'

/** Tool calls of one run that may be open at the host at the same time. */
const MAX_OPEN_CALLS = 1_024

/** Characters of their arguments; further calls wait on the metered heap. */
const MAX_OPEN_TEXT = 4 * PAYLOAD_LIMIT

/** A crossing takes this many calls at most. */
const BATCH_CALLS = 64

type Call = {
  provider: string
  tool: string
  args: string
  /** Characters of its arguments, once it has left. */
  size: number
  resolve: (envelope: string) => void
  reject: (error: Error) => void
  next: Call | undefined
}

const open: Record<number, Call | undefined> = create(null) as Record<number, Call | undefined>
let openCount = 0
let openText = 0
let lastId = 0
let firstWaiting: Call | undefined
let lastWaiting: Call | undefined

/** Calls of one crossing, as the fields of the bridge: the kind, then four for each call. */
let outgoing: Array<string | number> = ['calls']
let isTurnOpen = false

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
      size: 0,
      next: undefined,
    }
    if (call.provider.length + call.tool.length + call.args.length > PAYLOAD_LIMIT) {
      const size = utf8Size(call.provider) + utf8Size(call.tool) + utf8Size(call.args)
      reject(new NativeError(new PayloadTooLargeError('tool call', size, PAYLOAD_LIMIT).message))
    } else if (hasRoomFor(call)) {
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
  openText -= call.size
  if (envelope === undefined) call.reject(new NativeError(failure))
  else call.resolve(envelope)
  admitWaiting()
}

/**
 * The first call of a turn leaves at once, so that it is on its way whatever the program does next;
 * the calls that follow it in the same turn leave together, in one crossing.
 */
function cross(call: Call): void {
  const id = ++lastId
  openCount += 1
  appendTo(outgoing, id)
  appendTo(outgoing, call.provider)
  appendTo(outgoing, call.tool)
  appendTo(outgoing, call.args)
  call.size = call.args.length
  openText += call.size
  // The text is on its way; the guest's copy goes once it has crossed.
  call.args = ''
  open[id] = call
  if (isTurnOpen && outgoing.length < 1 + 4 * BATCH_CALLS) return
  flush()
  if (isTurnOpen) return
  isTurnOpen = true
  queueMicrotaskOfRuntime(endTurn)
}

function endTurn(): void {
  isTurnOpen = false
  if (outgoing.length > 1) flush()
}

function flush(): void {
  const fields = outgoing
  outgoing = ['calls']
  // The child measures what crosses, since the guest could lie about it, and answers a call that it
  // refuses like the host would.
  reflectApply(postToChild, undefined, fields)
}

function wait(call: Call): void {
  if (lastWaiting === undefined) firstWaiting = call
  else lastWaiting.next = call
  lastWaiting = call
}

function hasRoomFor({ args }: Call): boolean {
  return openCount < MAX_OPEN_CALLS && openText + args.length <= MAX_OPEN_TEXT
}

function admitWaiting(): void {
  while (firstWaiting !== undefined && hasRoomFor(firstWaiting)) {
    const call = firstWaiting
    firstWaiting = call.next
    if (firstWaiting === undefined) lastWaiting = undefined
    if (runState.isSettled) call.resolve(COMPLETED_ENVELOPE)
    else cross(call)
  }
}
