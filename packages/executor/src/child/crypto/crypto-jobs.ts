// The operations behind crypto.subtle: done in this process and never in the isolate, so that keys
// stay out of the guest's memory. They are work of the run itself: no host wait, and the clock runs.

import { PAYLOAD_LIMIT } from '@supolka/codemode-executor-protocol'
import { describeOversize, MAX_OPEN_BYTES, MAX_OPEN_JOBS } from '../../guest/crypto/limits.ts'
import { bufferFor } from '../host-calls.ts'
import type { Ivm } from '../load-addon.ts'
import { createTurns } from '../turns.ts'
import type { BusyTime } from './busy-time.ts'
import { readCall, sizeOf, type CallTexts } from './call.ts'
import { createKeyStore } from './key-store.ts'
import { perform } from './perform.ts'

/** The guest keeps to the bounds; only a guest that lies meets this. */
const TOO_MANY =
  'Too many crypto operations are open at once. Await some of them before making more.'

const OVER = 'The run is over. No crypto operation begins any more.'

export type CryptoJobs = {
  /** Begins an operation; answers a refusal for the guest, or nothing. */
  start: (call: CallTexts) => string | undefined
  /** Nothing begins any more, and nothing is told to the guest. */
  close: () => void
  /** Resolves with true once nothing is under way, with false if that takes longer than `graceMs`. */
  rest: (graceMs: number) => Promise<boolean>
}

export type CryptoJobsOptions = {
  addon: Ivm
  busyTime: BusyTime
  tell: (kind: string, ...rest: Array<unknown>) => void
}

export function createCryptoJobs({ addon, busyTime, tell }: CryptoJobsOptions): CryptoJobs {
  const keys = createKeyStore()
  const operations = createTurns(() => {})
  let openJobs = 0
  let openBytes = 0
  let isClosed = false

  const refuse = (size: number): string | undefined => {
    if (isClosed) return OVER
    if (size > PAYLOAD_LIMIT) return describeOversize(size, PAYLOAD_LIMIT)

    return openJobs >= MAX_OPEN_JOBS || openBytes + size > MAX_OPEN_BYTES ? TOO_MANY : undefined
  }

  const work = async (call: CallTexts): Promise<void> => {
    const { id } = call
    try {
      const { value, bytes } = await perform(readCall(call), keys)
      const buffer = bytes === undefined ? undefined : bufferFor(addon, Buffer.from(bytes))
      tell('crypto', id, JSON.stringify(value), buffer)
    } catch (error) {
      tell('crypto-failed', id, ...describeError(error))
    }
  }

  return {
    start: (call) => {
      const size = sizeOf(call)
      const refusal = refuse(size)
      if (refusal !== undefined) return refusal
      openJobs += 1
      openBytes += size
      busyTime.begin()
      operations.begin(() =>
        work(call).finally(() => {
          openJobs -= 1
          openBytes -= size
          busyTime.end()
        }),
      )

      return undefined
    },
    close: () => {
      isClosed = true
    },
    rest: operations.rest,
  }
}

/** The name and the message under which the guest makes the error again. */
function describeError(error: unknown): [string, string] {
  if (error instanceof DOMException) return [error.name, error.message]
  if (error instanceof TypeError) return ['TypeError', error.message]

  return ['OperationError', 'The crypto operation failed.']
}
