export * from '@supolka/codemode-executor-protocol'
export { createExecutor } from './create-executor.ts'
export type { InProcessExecutor } from './create-executor.ts'
export type {
  ChildExitCause,
  ChildExitEvent,
  ExecutionEvent,
  ExecutionOutcome,
  ExecutorObserver,
  ToolCallEvent,
} from './observer.ts'
export type { ExecutorOptions } from './options.ts'
export type { OutboundPolicy } from './outbound/policy.ts'
export type {
  ChildVersions,
  ExecutorReport,
  Isolation,
  LimitsReport,
  PoolReport,
  WorkersReport,
} from './report.ts'
