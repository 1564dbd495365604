// A run that waits for its tool, so that a test can do something to it meanwhile.

import type { ExecuteRequest } from '@supolka/codemode-executor-protocol'

export type WaitingRun = {
  request: ExecuteRequest
  /** Resolves when the tool has been called. */
  waits: Promise<void>
  /** Lets the tool answer with this value. */
  release: (value?: unknown) => void
  /** How often the tool has been called. */
  readonly calls: number
}

/** A run that settles to what its tool answers. */
export function waitingRun(rest: Partial<ExecuteRequest> = {}): WaitingRun {
  const waits = Promise.withResolvers<void>()
  const released = Promise.withResolvers<string>()
  let calls = 0

  return {
    waits: waits.promise,
    release: (value = 'released') => released.resolve(JSON.stringify({ result: value })),
    get calls() {
      return calls
    },
    request: {
      code: 'async () => tools.wait()',
      providers: [{ name: 'tools', tools: ['wait'] }],
      dispatch: () => {
        calls += 1
        waits.resolve()

        return released.promise
      },
      ...rest,
    },
  }
}
