// Tool calls and requests on their way from the guest to the host and back: measured here, outside the
// guest's reach, and counted as host waits on the clock that is running.

import type ivm from 'isolated-vm'
import {
  OutboundDisabledError,
  PAYLOAD_LIMIT,
  PayloadTooLargeError,
  type OutboundMode,
} from '@supolka/codemode-executor-protocol'
import type { ToChild } from '../channel/messages.ts'
import type { Ivm } from './load-addon.ts'
import { send } from './pipe.ts'

/** Calls and requests that may be open at once. The guest keeps its own, lower count. */
const MAX_OPEN = 4_096

export type HostCalls = {
  /** Sends a tool call; answers a refusal for the guest, or nothing. */
  call: (id: number, provider: string, tool: string, args: string) => string | undefined
  /** Sends a request; answers a refusal for the guest, or nothing. */
  request: (id: number, request: GuestRequest) => string | undefined
  cancel: (id: number) => void
  /** Hands what the host answered to the guest. */
  settle: (message: HostAnswer, payload: Buffer) => void
}

export type GuestRequest = { method: string; url: string; headersJson: string; body: string | undefined }

export type HostAnswer = Extract<
  ToChild,
  { type: 'answer' | 'answer-failed' | 'response' | 'response-failed' }
>

export function createHostCalls(options: {
  addon: Ivm
  outboundMode: OutboundMode
  openWait: () => void
  closeWait: () => void
  tell: (kind: string, ...rest: Array<unknown>) => void
}): HostCalls {
  const { outboundMode, openWait, closeWait, tell } = options
  const calls = new Set<number>()
  const requests = new Set<number>()
  // A request the executor performs natively is the guest's own work done elsewhere.
  const waitsOnRequests = outboundMode === 'stub'

  const endRequest = (id: number): boolean => {
    if (!requests.delete(id)) return false
    if (waitsOnRequests) closeWait()

    return true
  }
  const endCall = (id: number): boolean => {
    if (!calls.delete(id)) return false
    closeWait()

    return true
  }

  return {
    call: (id, provider, tool, args) => {
      const payload = Buffer.from(args)
      const size = Buffer.byteLength(provider) + Buffer.byteLength(tool) + payload.byteLength
      if (size > PAYLOAD_LIMIT) return new PayloadTooLargeError('tool call', size, PAYLOAD_LIMIT).message
      if (calls.size >= MAX_OPEN) return TOO_MANY
      calls.add(id)
      openWait()
      send({ type: 'call', id, provider, tool }, payload)

      return undefined
    },
    request: (id, request) => {
      const refusal = refuse(request, outboundMode, requests.size)
      if (refusal !== undefined) return refusal
      requests.add(id)
      if (waitsOnRequests) openWait()
      const headers = JSON.parse(request.headersJson) as Array<[string, string]>
      const { method, url, body } = request
      const hasBody = body !== undefined
      send({ type: 'request', id, method, url, headers, hasBody }, Buffer.from(body ?? '', 'latin1'))

      return undefined
    },
    cancel: (id) => {
      if (endRequest(id)) send({ type: 'cancel', id })
    },
    settle: (message, payload) => {
      switch (message.type) {
        case 'answer':
          if (endCall(message.id)) tell('answer', message.id, payload.toString('utf8'))
          break
        case 'answer-failed':
          if (endCall(message.id)) tell('answer-failed', message.id, message.message)
          break
        case 'response-failed':
          if (endRequest(message.id)) tell('response-failed', message.id, message.message)
          break
        case 'response': {
          if (!endRequest(message.id)) break
          const { id, status, statusText, headers } = message
          tell('response', id, status, statusText, JSON.stringify(headers), bufferFor(options.addon, payload))
          break
        }
      }
    },
  }
}

const TOO_MANY = 'Too many calls are open at once. Await some of them before making more.'

function refuse(request: GuestRequest, mode: OutboundMode, open: number): string | undefined {
  if (mode === 'disabled') return new OutboundDisabledError().message
  if (open >= MAX_OPEN) return TOO_MANY
  const size =
    Buffer.byteLength(request.url) +
    Buffer.byteLength(request.headersJson) +
    (request.body?.length ?? 0)

  return size > PAYLOAD_LIMIT
    ? new PayloadTooLargeError('outbound request', size, PAYLOAD_LIMIT).message
    : undefined
}

/** A buffer of the isolate's own with these bytes: moved into it, not copied twice. */
export function bufferFor(addon: Ivm, bytes: Buffer): ivm.Copy<ArrayBuffer> {
  const own = new Uint8Array(bytes).buffer
  const copy = new addon.ExternalCopy(own, { transferOut: true })

  return copy.copyInto({ release: true, transferIn: true })
}
