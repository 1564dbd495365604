// Proves at start that a loop which V8's default flags make unkillable can be killed here. Without
// that, no time or memory bound of this process would hold.

import type { Ivm } from './load-addon.ts'

const RUN_MS = 40
const PATIENCE_MS = 2_000

/** Resolves when the loop died; rejects when it outlives its isolate's disposal. */
export async function testKillability(addon: Ivm): Promise<void> {
  const isolate = new addon.Isolate({ memoryLimit: 32 })
  const context = isolate.createContextSync()
  const end = context
    .eval('let x = 0; for (;;) x += Array(256).length')
    .then(() => false)
    .catch(() => true)
  setTimeout(() => isolate.dispose(), RUN_MS)
  let patience: NodeJS.Timeout | undefined
  const wasKilled = await Promise.race([
    end,
    new Promise<boolean>((resolve) => {
      patience = setTimeout(resolve, PATIENCE_MS, false)
    }),
  ])
  clearTimeout(patience)
  if (!wasKilled) {
    throw new Error('A loop outlived its isolate: V8 runs without --no-turboshaft-loop-unrolling.')
  }
}
