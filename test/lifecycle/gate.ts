// A run that is held in its tool call until a test lets it go on.

import type { ExecuteRequest } from '@supolka/codemode-executor'

/** A run that waits in its tool call until `open`, with what answers it. */
export function gate(answer: () => Promise<string> = async () => '{"result":"through"}'): {
  run: ExecuteRequest
  reached: Promise<void>
  open: () => void
} {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]

  return {
    reached: reached.promise,
    open: opened.resolve,
    run: {
      code: 'async () => tools.wait()',
      providers: [{ name: 'tools', tools: ['wait'] }],
      dispatch: async () => {
        reached.resolve()
        await opened.promise

        return answer()
      },
    },
  }
}
