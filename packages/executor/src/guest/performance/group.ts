// The group `performance`: the clock of the run and the name of the runtime.

import { navigator } from './navigator.ts'
import { performance } from './performance.ts'

export { navigator } from './navigator.ts'
export { Performance, performance } from './performance.ts'

/** Whether a value is an object of this group that structuredClone refuses. */
export const isPlatformObject = (value: unknown): boolean =>
  value === navigator || value === performance
