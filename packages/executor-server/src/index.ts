export type { ExecutorServer } from './executor-server.ts'
export type { LogField, LogFields, LogFn, Logger } from './log.ts'
export type { ServerOptions } from './options.ts'
export { serve } from './serve.ts'
