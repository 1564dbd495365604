// Operations on their way to the child and back: one promise for each. What the child would refuse for
// its number waits here, on the metered heap, so that a flood costs the program and not the child.

import { PAYLOAD_LIMIT } from '@supolka/codemode-executor-protocol'
import { makeException, makeFailure } from './errors.ts'
import type { JsonObject } from './json.ts'
import { describeOversize, MAX_OPEN_BYTES, MAX_OPEN_JOBS } from './limits.ts'
import { toByteText } from './sources.ts'

/** What the child answers: JSON, and bytes where the operation makes some. */
export type Answer = { value: unknown; bytes: ArrayBuffer | undefined }

type Job = {
  method: string
  args: string
  first: string | undefined
  second: string | undefined
  size: number
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
  next: Job | undefined
}

const NativePromise = Promise
const { parse, stringify } = JSON
const open = { __proto__: null } as unknown as Record<number, Job | undefined>
let lastId = 0
let openJobs = 0
let openBytes = 0
let firstWaiting: Job | undefined
let lastWaiting: Job | undefined

/**
 * Has the child perform a method of SubtleCrypto; bytes are copied at once. Rejects with what the
 * method rejects with.
 */
export const perform = (
  method: string,
  args: JsonObject,
  first?: Uint8Array,
  second?: Uint8Array,
): Promise<Answer> =>
  new NativePromise((resolve, reject) => {
    const text = stringify(args)
    const size = text.length + (first?.length ?? 0) + (second?.length ?? 0)
    if (size > PAYLOAD_LIMIT) {
      reject(makeException('OperationError', describeOversize(size, PAYLOAD_LIMIT)))
      return
    }
    wait({
      method,
      args: text,
      first: first && toByteText(first),
      second: second && toByteText(second),
      size,
      resolve,
      reject,
      next: undefined,
    })
    admitWaiting()
  })

const wait = (job: Job): void => {
  if (lastWaiting === undefined) firstWaiting = job
  else lastWaiting.next = job
  lastWaiting = job
}

const admitWaiting = (): void => {
  while (firstWaiting !== undefined && hasRoom(firstWaiting)) {
    const job = firstWaiting
    firstWaiting = job.next
    if (firstWaiting === undefined) lastWaiting = undefined
    cross(job)
  }
}

const hasRoom = (job: Job): boolean =>
  openJobs < MAX_OPEN_JOBS && openBytes + job.size <= MAX_OPEN_BYTES

const cross = (job: Job): void => {
  const id = ++lastId
  const refusal = runtime.startCrypto(id, job.method, job.args, job.first, job.second)
  if (refusal !== undefined) {
    job.reject(makeException('OperationError', refusal))
    return
  }
  // Only its size is still of interest; the texts would be kept for as long as the child works.
  open[id] = { ...job, args: '', first: undefined, second: undefined }
  openJobs += 1
  openBytes += job.size
}

/** The child has an answer. */
export const settleJob = (id: number, json: string, bytes: ArrayBuffer | undefined): void => {
  close(id)?.resolve({ __proto__: null, value: parse(json), bytes } as Answer)
}

/** The child reports a failure: the name of an error and its message. */
export const failJob = (id: number, name: string, message: string): void => {
  close(id)?.reject(makeFailure(name, message))
}

const close = (id: number): Job | undefined => {
  const job = open[id]
  if (job === undefined) return undefined
  delete open[id]
  openJobs -= 1
  openBytes -= job.size
  admitWaiting()
  return job
}
