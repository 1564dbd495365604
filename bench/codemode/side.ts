// What is measured: one way to run a program of the dialect, asked from the host process.

import type { Program } from './workloads.ts'

/** Whoever opens a side disposes it. */
export type Side = AsyncDisposable & {
  name: string
  run: (program: Program) => Promise<{ result?: unknown; error?: string }>
}
