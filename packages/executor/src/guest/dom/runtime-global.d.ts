// Every group is bundled as a function of `runtime`, so its files see it as a free variable.

import type { GuestRuntime } from '../runtime.ts'

declare global {
  const runtime: GuestRuntime
}
