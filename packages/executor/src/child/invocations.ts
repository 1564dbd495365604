// Invocations of a retained handler: the host sends one at a time; each runs under a fresh bound.

import { PAYLOAD_LIMIT, PayloadTooLargeError } from '@supolka/codemode-executor-protocol'
import type { InvokeMessage } from '../channel/messages.ts'
import { bufferFor, parseHeaders } from './host-calls.ts'
import type { Ivm } from './load-addon.ts'
import { send } from './pipe.ts'

export type InvocationsOptions = {
  addon: Ivm
  tell: (kind: string, ...rest: Array<unknown>) => void
  /** An invocation begins: a fresh bound is to run. */
  begin: () => void
  end: () => void
}

/** What the guest answers: the body holds one byte for each character. */
export type GuestResponse = {
  status: number
  statusText: string
  headersJson: string
  body: string
}

export class Invocations {
  readonly #options: InvocationsOptions
  #current: number | undefined

  constructor(options: InvocationsOptions) {
    this.#options = options
  }

  /** The invocation under way, or 0 where there is none. */
  get current(): number {
    return this.#current ?? 0
  }

  invoke(message: InvokeMessage, payload: Buffer): void {
    const { addon, begin, tell } = this.#options
    this.#current = message.id
    begin()
    const { method, url, headers, hasBody } = message
    tell(
      'invoke',
      method,
      url,
      JSON.stringify(headers),
      hasBody ? bufferFor(addon, payload) : undefined,
    )
  }

  /** The handler answered. */
  answer({ status, statusText, headersJson, body }: GuestResponse): void {
    const id = this.#end()
    if (id === undefined) return
    const bytes = Buffer.from(body, 'latin1')
    const size = Buffer.byteLength(statusText) + Buffer.byteLength(headersJson) + bytes.byteLength
    if (size > PAYLOAD_LIMIT) {
      const { message } = new PayloadTooLargeError('handle answer', size, PAYLOAD_LIMIT)
      send({ type: 'invoke-failed', id, message })
    } else {
      send({ type: 'invoked', id, status, statusText, headers: parseHeaders(headersJson) }, bytes)
    }
  }

  /** The handler threw, or answered what is no response. */
  fail(message: string): void {
    const id = this.#end()
    if (id !== undefined) send({ type: 'invoke-failed', id, message })
  }

  #end(): number | undefined {
    const id = this.#current
    this.#current = undefined
    if (id !== undefined) this.#options.end()

    return id
  }
}
