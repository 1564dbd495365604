// Takes apart what the guest sends over its bridge. Only texts and numbers come, in the fields that
// the guest's `Bridge` names for each kind; nothing here throws, since a throw would show the guest
// this process's own error.

import type { LogLine, OutboundMode } from '@supolka/codemode-executor-protocol'
import type { DoneMessage } from '../channel/messages.ts'
import type { CallTexts } from './crypto/call.ts'
import type { CryptoJobs } from './crypto/crypto-jobs.ts'
import { drawEntropy } from './crypto/entropy.ts'
import type { GuestCall, HostCalls } from './host-calls.ts'
import type { Invocations } from './invocations.ts'
import type { BridgeHandler } from './isolate.ts'
import type { Program } from './program.ts'

export type GuestPortOptions = {
  hostCalls: HostCalls
  program: Program
  invocations: Invocations
  cryptoJobs: CryptoJobs
  outboundMode: OutboundMode
  maxRedirects: number
  groupText: (name: string) => string | undefined
  log: (line: LogLine) => void
  /** The guest wants a tick after this many milliseconds. */
  wakeUp: (delay: number) => void
  finish: (outcome: DoneMessage['outcome'], text: string) => void
}

/** A call crosses as its id, provider, tool and arguments. */
const CALL_FIELDS = 4

type Fields = Array<string | number | undefined>

/** Without a prototype, so that no kind finds an inherited function. */
type Receivers = { __proto__: null } & Record<string, Receiver | null>

type Receiver = (fields: Fields) => string | undefined | void

export function createGuestPort(options: GuestPortOptions): BridgeHandler {
  const { hostCalls, program, invocations, cryptoJobs, outboundMode, maxRedirects } = options
  const { groupText, log, wakeUp, finish } = options
  const receivers: Receivers = {
    __proto__: null,
    log: ([level, text]) => log({ level: levelOf(level), text: String(text) }),
    calls: (fields) => {
      const calls: Array<GuestCall> = []
      for (let at = 0; at < fields.length; at += CALL_FIELDS) {
        const [id, provider, tool, args] = fields.slice(at, at + CALL_FIELDS)
        calls.push({
          id: Number(id),
          provider: String(provider),
          tool: String(tool),
          args: String(args),
        })
      }
      hostCalls.call(calls)
    },
    request: ([id, method, url, headersJson, body]) =>
      hostCalls.request({
        id: Number(id),
        method: String(method),
        url: String(url),
        headersJson: String(headersJson),
        body: body === undefined ? undefined : String(body),
      }),
    cancel: ([id]) => hostCalls.cancel(Number(id)),
    timer: ([delay]) => wakeUp(Number(delay)),
    import: ([id, specifier]) => program.import(Number(id), String(specifier)),
    imported: ([id]) => program.endImport(Number(id)),
    mode: () => outboundMode,
    redirects: () => String(maxRedirects),
    group: ([name]) => groupText(String(name)),
    done: ([outcome, text]) => finish(outcomeOf(outcome), String(text)),
    invoked: ([status, statusText, headersJson, body]) =>
      invocations.answer({
        status: Number(status),
        statusText: String(statusText),
        headersJson: String(headersJson),
        body: String(body),
      }),
    'invoke-failed': ([message]) => invocations.fail(String(message)),
    crypto: (fields) => cryptoJobs.start(cryptoCallOf(fields)),
    entropy: ([size]) => drawEntropy(Number(size)),
  }

  return (kind, ...fields) => receivers[kind]?.(fields) ?? undefined
}

const cryptoCallOf = ([id, method, args, first, second]: Fields): CallTexts => ({
  id: Number(id),
  method: String(method),
  args: String(args),
  first: first === undefined ? undefined : String(first),
  second: second === undefined ? undefined : String(second),
})

const levelOf = (level: unknown): LogLine['level'] =>
  level === 'warn' || level === 'error' ? level : 'log'

const outcomeOf = (outcome: unknown): DoneMessage['outcome'] =>
  outcome === 'value' || outcome === 'undefined' || outcome === 'retained' ? outcome : 'failed'
