// The one table that flags, variables, help and reference come from.

import { EXECUTOR_FLAGS, type ExecutorFlagName } from './executor-flags.ts'
import type { Flag } from './flag.ts'
import { SERVER_FLAGS, type ServerFlagName } from './server-flags.ts'

/** Everything that `serve` takes. */
export type FlagName = ServerFlagName | ExecutorFlagName

/** In the order of help and reference. */
export const FLAGS: { [Name in FlagName]: Flag } = { ...SERVER_FLAGS, ...EXECUTOR_FLAGS }
