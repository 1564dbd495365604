// One run in this process: composes and starts the program, answers what the guest sends, keeps the
// bounds that the child can see, and reports the outcome once.

import { PAYLOAD_LIMIT, PayloadTooLargeError } from '@supolka/codemode-executor-protocol'
import type { DoneMessage, InvokeMessage, RunMessage, Verdict } from '../channel/messages.ts'
import { startDeadline, type Deadline } from './deadline.ts'
import { createHostCalls, type HostAnswer } from './host-calls.ts'
import { createInvocations } from './invocations.ts'
import type { PreparedIsolate } from './isolate.ts'
import type { Ivm } from './load-addon.ts'
import { send } from './pipe.ts'
import { startProgram } from './program.ts'
import { createTurns } from './turns.ts'
import { startWatch } from './watch.ts'

/** How long a guest may go on after its run has reported, in milliseconds. */
const REST_GRACE_MS = 50

export type RunOptions = {
  addon: Ivm
  prepared: PreparedIsolate
  message: RunMessage
  runtimeSpecifier: string
  groupText: (name: string) => string | undefined
  /** Resident memory this process may reach, in bytes. */
  residentCap: number
  /** The run is over and its isolate gone; `false` means that the guest does not stop. */
  onEnd: (isAtRest: boolean) => void
}

export type Run = {
  onAnswer: (message: HostAnswer, payload: Buffer) => void
  onInvoke: (message: InvokeMessage, payload: Buffer) => void
  /** V8 gave up on the isolate. */
  onCatastrophe: () => void
}

type Phase = 'running' | 'reported' | 'retained' | 'ended'

export function startRun(options: RunOptions): Run {
  const { prepared, message } = options
  let phase: Phase = 'running'
  let wakeUp: NodeJS.Timeout | undefined

  const give = (verdict: Verdict): void => {
    if (phase === 'ended') return
    phase = 'ended'
    watch.stop()
    deadline.stop()
    clearTimeout(wakeUp)
    send({ type: 'verdict', verdict })
  }
  const turns = createTurns(() => {
    if (prepared.isolate.isDisposed) give('memory')
    else if (phase === 'running') program.onTurnFailure()
  })
  const tell = (kind: string, ...rest: Array<unknown>): void => {
    if (phase !== 'ended') turns.begin(() => prepared.tell(kind, ...rest))
  }
  const guestTime = createGuestTime(prepared)
  let deadline = startBound(options, guestTime, () => give('timeout'))
  const hostCalls = createHostCalls({
    addon: options.addon,
    outboundMode: message.outboundMode,
    openWait: () => deadline.clock.openWait(),
    closeWait: () => deadline.clock.closeWait(),
    tell,
  })
  const watch = startWatch({
    cap: options.residentCap,
    isGone: () => prepared.isolate.isDisposed,
    onMemory: () => give('memory'),
    onBeat: () => send({ type: 'clock', spentMs: deadline.clock.spent() }),
  })
  const done = (outcome: DoneMessage['outcome'], text: string): void => {
    if (phase !== 'running') return
    if (deadline.isOver()) give('timeout')
    else {
      phase = outcome === 'retained' ? 'retained' : 'reported'
      void report(outcome, text)
    }
  }
  const report = async (outcome: DoneMessage['outcome'], text: string): Promise<void> => {
    deadline.stop()
    sendDone(outcome, text, guestTime())
    if (phase === 'retained') return
    watch.stop()
    clearTimeout(wakeUp)
    phase = 'ended'
    const isAtRest = await turns.rest(REST_GRACE_MS)
    if (isAtRest) prepared.isolate.dispose()
    options.onEnd(isAtRest)
  }
  const invocations = createInvocations({
    addon: options.addon,
    tell,
    begin: () => {
      deadline = startBound(options, guestTime, () => give('timeout'))
    },
    end: () => deadline.stop(),
  })
  const program = startProgram({ ...options, turns, fail: (text) => done('failed', text) })
  prepared.connect((kind, first, second, third, fourth, fifth) => {
    switch (kind) {
      case 'log':
        if (phase === 'running') send({ type: 'log', level: first as 'log', text: String(second) })
        return undefined
      case 'call':
        return hostCalls.call(Number(first), String(second), String(third), String(fourth))
      case 'request': {
        const [method, url] = [String(second), String(third)]
        const body = fifth === undefined ? undefined : String(fifth)
        return hostCalls.request(Number(first), { method, url, headersJson: String(fourth), body })
      }
      case 'cancel':
        return void hostCalls.cancel(Number(first))
      case 'timer':
        clearTimeout(wakeUp)
        wakeUp = setTimeout(tell, Number(first), 'tick')
        return undefined
      case 'import':
        return program.onImport(Number(first), String(second))
      case 'imported':
        return void program.onImported(Number(first))
      case 'mode':
        return message.outboundMode
      case 'group':
        return options.groupText(String(first))
      case 'done':
        return void done(first as DoneMessage['outcome'], String(second))
      case 'invoked':
      case 'invoke-failed':
        return void invocations.onReport(kind, first, second, third, fourth)
      default:
        return undefined
    }
  })

  return {
    onAnswer: hostCalls.settle,
    onInvoke: invocations.onInvoke,
    onCatastrophe: () => give('memory'),
  }
}

function sendDone(outcome: DoneMessage['outcome'], text: string, guestMs: number): void {
  const payload = Buffer.from(text)
  const refusal =
    payload.byteLength > PAYLOAD_LIMIT
      ? new PayloadTooLargeError("run's answer", payload.byteLength, PAYLOAD_LIMIT).message
      : undefined
  const usage = { guestMs, heapBytes: 0 }
  if (refusal !== undefined) send({ type: 'done', outcome: 'failed', error: refusal, ...usage })
  else if (outcome === 'failed') send({ type: 'done', outcome, error: text, ...usage })
  else send({ type: 'done', outcome, error: '', ...usage }, payload)
}

function startBound(options: RunOptions, guestTime: () => number, onOver: () => void): Deadline {
  const { timeout, countHostWaits } = options.message

  return startDeadline({ timeout, countHostWaits, guestTime, onOver })
}

/** Milliseconds the guest has run. The reading throws once the isolate is gone: the last one stays. */
function createGuestTime({ isolate }: PreparedIsolate): () => number {
  let last = 0

  return () => {
    if (!isolate.isDisposed) last = Number(isolate.cpuTime) / 1e6

    return last
  }
}
