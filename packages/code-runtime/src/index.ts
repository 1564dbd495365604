export type { CodeRuntimeConfig } from './config.ts'
export type {
  CodeBindingFunction,
  CodeBindingNamespace,
  CodeRunFailure,
  CodeRunRequest,
  CodeRunResult,
  CodeRuntime,
} from './contract.ts'
export { createCodeRuntime } from './create-code-runtime.ts'
