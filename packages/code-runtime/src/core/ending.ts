// How a run can end. Each is an outcome of its own; what they are called and how they read is up to the
// contract that is served.

import type { LogLine } from '@supolka/codemode-executor-protocol'

/** Whose budget ran out: the run clock's, the wall clock's, or one that the executor has of its own. */
type Budget = 'compute' | 'wall' | 'executor'

/** What a program returned. `isWithin` tells of it as it crossed, in UTF-8 bytes. */
export type Completion = { value: unknown; isWithin: (limit: number) => boolean }

export type End =
  /** No completion means that the program returned nothing. */
  | { type: 'completed'; completion?: Completion }
  /** The program threw, or could not be read. */
  | { type: 'exception'; message: string }
  | { type: 'timeout'; budget: Budget; ms: number }
  /** The request's signal fired, with its reason. */
  | { type: 'abort'; reason: unknown }
  /** The runtime was disposed. */
  | { type: 'disposed' }
  /** What the program ran on died, or was not to be had. */
  | { type: 'died'; message: string }
  /** The completion is nothing that crosses, where values are JSON alone. */
  | { type: 'invalid' }
  /** The completion, or what was printed, is larger than the run may give. */
  | { type: 'over' }

export type Ending = { end: End; logs: Array<LogLine> }
