// Invocations of a retained handler: the host sends one at a time; each runs under a fresh bound.

import { PAYLOAD_LIMIT, PayloadTooLargeError } from '@supolka/codemode-executor-protocol'
import type { InvokeMessage } from '../channel/messages.ts'
import { bufferFor } from './host-calls.ts'
import type { Ivm } from './load-addon.ts'
import { send } from './pipe.ts'

export type Invocations = {
  onInvoke: (message: InvokeMessage, payload: Buffer) => void
  /** The guest's report on the invocation under way: `invoked` or `invoke-failed`. */
  onReport: (kind: string, ...fields: Array<string | number | undefined>) => void
}

export function createInvocations(options: {
  addon: Ivm
  tell: (kind: string, ...rest: Array<unknown>) => void
  /** An invocation begins: a fresh bound is to run. */
  begin: () => void
  end: () => void
}): Invocations {
  let current: number | undefined

  const fail = (id: number, message: string): void => send({ type: 'invoke-failed', id, message })
  const answer = (id: number, fields: Array<string | number | undefined>): void => {
    const [status, statusText, headersJson, bodyText] = fields.map(String)
    const body = Buffer.from(bodyText ?? '', 'latin1')
    const size = Buffer.byteLength(statusText ?? '') + Buffer.byteLength(headersJson ?? '') + body.byteLength
    if (size > PAYLOAD_LIMIT) {
      fail(id, new PayloadTooLargeError('handle answer', size, PAYLOAD_LIMIT).message)
    } else {
      const headers = JSON.parse(headersJson ?? '[]') as Array<[string, string]>
      send({ type: 'invoked', id, status: Number(status), statusText: statusText ?? '', headers }, body)
    }
  }

  return {
    onInvoke: (message, payload) => {
      current = message.id
      options.begin()
      const { method, url, headers, hasBody } = message
      const body = hasBody ? bufferFor(options.addon, payload) : undefined
      options.tell('invoke', method, url, JSON.stringify(headers), body)
    },
    onReport: (kind, ...fields) => {
      const id = current
      if (id === undefined) return
      current = undefined
      options.end()
      if (kind === 'invoked') answer(id, fields)
      else fail(id, String(fields[0]))
    },
  }
}
