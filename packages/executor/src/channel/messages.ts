// Every message between host and child, declared in one place. A message is a frame's header; where
// its comment says so, text or bytes travel as the frame's payload.

import type { LogLine, OutboundMode, ProviderDescriptor } from '@supolka/codemode-executor-protocol'

/** What one run needs. Modules are JavaScript source under normalised names. */
export type RunMessage = {
  type: 'run'
  code: string
  providers: Array<ProviderDescriptor>
  modules: Array<[name: string, source: string]>
  /** Bound of the run in milliseconds of its clock. */
  timeout: number
  countHostWaits: boolean
  outboundMode: OutboundMode
  /** Redirects that one fetch follows. */
  maxRedirects: number
  retainHandles: boolean
}

/** Payload: the request body. */
export type InvokeMessage = {
  type: 'invoke'
  id: number
  method: string
  url: string
  headers: Array<[string, string]>
  hasBody: boolean
}

export type ToChild =
  | RunMessage
  /** Another isolate is to be prepared, beside the one that waits; `ready` answers. */
  | { type: 'prepare' }
  /** Payload: the envelope text. */
  | { type: 'answer'; id: number }
  | { type: 'answer-failed'; id: number; message: string }
  /** Payload: the response body. */
  | {
      type: 'response'
      id: number
      status: number
      statusText: string
      headers: Array<[string, string]>
    }
  | { type: 'response-failed'; id: number; message: string }
  | InvokeMessage

/** What a run has used so far: time of the guest in milliseconds, and the most its heap was seen to hold. */
export type Used = { guestMs: number; heapBytes: number }

/**
 * How a run ended. A value's JSON text is the payload; a failed run's text may be empty. Unless what the
 * run used is measured already, `used` follows: reading the heap takes a turn of the guest's thread.
 */
export type DoneMessage = {
  type: 'done'
  outcome: 'value' | 'undefined' | 'failed' | 'retained'
  error: string
  isMeasured: boolean
} & Used

/** A bound that the child saw broken. The host kills the child on hearing it. */
export type Verdict = 'timeout' | 'memory'

export type ToHost =
  /** A prepared isolate waits for a program. Sent at start, after each run and after `prepare`. */
  | { type: 'ready'; node: string; v8: string; isolatedVm: string }
  | ({ type: 'log' } & LogLine)
  /** Payload: the arguments as JSON text. */
  | { type: 'call'; id: number; provider: string; tool: string }
  /** Payload: the request body. */
  | {
      type: 'request'
      id: number
      method: string
      url: string
      headers: Array<[string, string]>
      hasBody: boolean
    }
  | { type: 'cancel'; id: number }
  /**
   * A heartbeat: what has been spent so far of the bound that is running, in milliseconds. The bound is
   * that of an invocation, or of the run itself, which is number 0.
   */
  | ({ type: 'clock'; invocation: number; spentMs: number } & Used)
  | DoneMessage
  /** What the run that has reported used. */
  | ({ type: 'used' } & Used)
  /** Payload: the response body. */
  | {
      type: 'invoked'
      id: number
      status: number
      statusText: string
      headers: Array<[string, string]>
    }
  | { type: 'invoke-failed'; id: number; message: string }
  | ({ type: 'verdict'; verdict: Verdict } & Used)
  /** The child cannot go on (failed self-test, invariant broken). */
  | { type: 'fatal'; message: string }
