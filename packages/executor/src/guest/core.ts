// The core of the guest runtime: runs once in each fresh isolate, before any program. It captures what
// it needs, installs the globals, and answers with the one function through which the child speaks.

import {
  BINARY_TAG,
  decodeBase64,
  decodeBinaryValue,
  encodeBase64,
  encodeBinaryValue,
  parseForDispatch,
  stringifyForDispatch,
  type OutboundMode,
} from '@supolka/codemode-executor-protocol'
import { bridge } from './bridge.ts'
import { dispatchCall, settleCall } from './dispatch.ts'
import { runEntry } from './entry.ts'
import { currentTime, timeOrigin } from './clock.ts'
import { installGlobals, publishGlobals } from './globals.ts'
import { invokeHandler } from './handles.ts'
import { dynamicImport, failImport, namespaceReady, pendingLoads } from './imports.ts'
import {
  create,
  dataDescriptor,
  defineValue,
  nativeWebAssembly,
  reflectApply,
  reflectDefine,
} from './intrinsics.ts'
import { connectGroups, loadGroup, needGroup } from './load-groups.ts'
import { exchange, failExchange, settleExchange } from './outbound.ts'
import { createProvider } from './provider.ts'
import { queueMicrotaskOfRuntime } from './microtasks.ts'
import { reportError } from './report-error.ts'
import { runState } from './run-state.ts'
import { allowsWebAssembly } from './settings.ts'
import type { GroupName, GuestRuntime } from './runtime.ts'

/** Where the runtime module picks up the entry scope; it removes the name before any program runs. */
const HANDOFF = '__entryScope'

const entryScope = create(null)
defineValue(entryScope, '__dispatch', dispatchCall)
defineValue(entryScope, '__stringifyForDispatch', stringifyForDispatch)
defineValue(entryScope, '__parseForDispatch', parseForDispatch)
defineValue(entryScope, '__BINARY_TAG', BINARY_TAG)
defineValue(entryScope, '__encodeBinaryValue', encodeBinaryValue)
defineValue(entryScope, '__decodeBinaryValue', decodeBinaryValue)
defineValue(entryScope, '__encodeBase64', encodeBase64)
defineValue(entryScope, '__decodeBase64', decodeBase64)
defineValue(entryScope, 'runEntry', runEntry)
defineValue(entryScope, 'createProvider', createProvider)
defineValue(entryScope, 'dynamicImport', dynamicImport)
defineValue(entryScope, 'namespaceReady', namespaceReady)
reflectDefine(globalThis, HANDOFF, dataDescriptor(entryScope, false, false, true))

type Timers = Pick<GuestRuntime, 'setTimer' | 'clearTimer' | 'queueTask'> & { tick: () => void }

const timers = (): Timers => needGroup('timers') as Timers

connectGroups(
  {
    need: needGroup,
    outboundMode: () => (bridge('mode') ?? 'disabled') as OutboundMode,
    maxRedirects: () => Number(bridge('redirects')),
    exchange,
    emitLine: (level, text) => {
      bridge('log', level, text)
    },
    wakeUp: (delay) => {
      bridge('timer', delay)
    },
    startCrypto: (id, method, args, first, second) =>
      bridge('crypto', id, method, args, first, second),
    drawEntropy: (size) => bridge('entropy', size) ?? '',
    isSettled: () => runState.isSettled,
    setTimer: (callback, delay) => timers().setTimer(callback, delay),
    clearTimer: (id) => timers().clearTimer(id),
    queueTask: (callback) => timers().queueTask(callback),
    queueMicrotask: queueMicrotaskOfRuntime,
    reportError,
    currentTime,
    timeOrigin,
    webAssembly: () => (allowsWebAssembly ? nativeWebAssembly : undefined),
  },
  publishGlobals,
)
installGlobals()

/**
 * What the child says. `answers` id, envelope of each; `answer-failed` id, message; `response` id,
 * status, status text, headers, body; `response-failed` id, message; `tick`; `retain`; `invoke`
 * method, url, headers, body; `import-failed` id, name, message; `crypto` id, answer as JSON, bytes;
 * `crypto-failed` id, name, message; `pending` answers what still loads.
 */
type Receive = (kind: string, ...rest: Array<never>) => string | undefined

/** Each kind's own function; the child is the only caller, so its arguments are taken as they are. */
const receivers = create(null) as Record<string, (...rest: Array<never>) => unknown>
receivers['answers'] = (...answers: Array<number | string>) => {
  for (let index = 0; index < answers.length; index += 2) {
    settleCall(answers[index] as number, answers[index + 1] as string, '')
  }
}
receivers['answer-failed'] = (id: number, message: string) => settleCall(id, undefined, message)
receivers['response'] = settleExchange
receivers['response-failed'] = failExchange
receivers['tick'] = () => timers().tick()
receivers['retain'] = () => {
  runState.retainHandles = true
}
receivers['invoke'] = (method: string, url: string, headers: string, body?: ArrayBuffer) => {
  void invokeHandler(method, url, headers, body)
}
receivers['import-failed'] = failImport
receivers['crypto'] = (...answer) =>
  reflectApply(needGroup('crypto')['settleJob'], undefined, answer)
receivers['crypto-failed'] = (...failure) =>
  reflectApply(needGroup('crypto')['failJob'], undefined, failure)

export const receive: Receive = (kind, ...rest) => {
  if (kind === 'pending') return pendingLoads()
  // A spread call would run the iterator of arrays, which a program may replace.
  reflectApply(receivers[kind], undefined, rest)

  return undefined
}

/** Takes a group that the child compiled from its code cache. */
export const preload = (name: GroupName, group: Parameters<typeof loadGroup>[1]): void => {
  loadGroup(name, group)
}
