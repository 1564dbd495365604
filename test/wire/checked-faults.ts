// Faults as they arrive over a wire, and the frames that they came in.

import assert from 'node:assert/strict'
import { connect, type RemoteExecutor } from '@supolka/cloudflare-codemode-executor'
import { ExecutorError } from '@supolka/codemode-executor-protocol'
import { within } from '../lifecycle/settlement.ts'

const OWN_PROPERTIES: ReadonlySet<string> = new Set(['code', 'retryable', 'dispatched'])

/** What a call rejects with. */
export async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  let value: unknown
  try {
    value = await within(call)
  } catch (failure) {
    return failure
  }
  throw new Error(`It settled to ${JSON.stringify(value)}.`)
}

/** What a fault should be. */
export type ExpectedFault = {
  class: new (...facts: Array<never>) => ExecutorError
  code: string
  retryable: boolean
  message: string | RegExp
  dispatched?: number
}

/** Checks a fault whole: its class, its text, and exactly the own properties that it should have. */
export function checkFault(fault: unknown, expected: ExpectedFault): void {
  assert.ok(fault instanceof ExecutorError)
  assert.equal(fault.constructor, expected.class)
  const { code, retryable, dispatched } = expected
  assert.deepEqual(
    { ...fault },
    { code, retryable, ...(dispatched !== undefined && { dispatched }) },
  )
  if (typeof expected.message === 'string') assert.equal(fault.message, expected.message)
  else assert.match(fault.message, expected.message)
  assert.equal(fault.name, 'ExecutorError')
  assert.equal('cause' in fault, false)
}

export type Heard = AsyncDisposable & {
  executor: RemoteExecutor
  /** Everything that the server has sent. */
  frames: ReadonlyArray<string>
}

/** A client that keeps what its server sends. */
export async function connectHearing(url: string): Promise<Heard> {
  const frames: Array<string> = []
  const executor = await connect(url, {
    openSocket: (address) => {
      const socket = new WebSocket(address)
      socket.addEventListener('message', ({ data }) => frames.push(String(data)))

      return socket
    },
  })

  return { executor, frames, [Symbol.asyncDispose]: () => executor.dispose() }
}

/** Checks that no rejection that was sent brings a stack, a cause or anything else of the server. */
export function checkFrames(frames: ReadonlyArray<string>): void {
  const rejections = frames.filter((frame) => frame.startsWith('["reject"'))
  assert.ok(rejections.length > 0)
  for (const frame of rejections) {
    const [, , error] = JSON.parse(frame) as [string, number, Array<unknown>]
    const [kind, , , stack = null, own = {}] = error
    assert.deepEqual([kind, stack], ['error', null])
    const others = Object.keys(Object(own)).filter((name) => !OWN_PROPERTIES.has(name))
    assert.deepEqual(others, [])
  }
}
