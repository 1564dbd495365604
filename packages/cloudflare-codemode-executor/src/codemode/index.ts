export type { CodemodeExecutorOptions } from './codemode-options.ts'
export { createCodemodeExecutor } from './create-codemode-executor.ts'
export type {
  CodemodeConnector,
  CodemodeExecuteOptions,
  CodemodeExecutor,
  CodemodeProvider,
  CodemodeResult,
  CodemodeTool,
} from './dialect.ts'
export { sanitizeToolName } from './sanitize-tool-name.ts'
