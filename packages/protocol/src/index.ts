// The contract.
export type { LogLine } from './console.ts'
export type {
  AbortSignalLike,
  ExecuteRequest,
  ExecuteResult,
  Executor,
  RunUsage,
} from './executor.ts'
export * from './limits.ts'
export type { ModuleMap, ModuleSource } from './modules.ts'
export type {
  OutboundFetchFn,
  OutboundMode,
  OutboundRequestMessage,
  OutboundResponseMessage,
} from './outbound.ts'
export { bytesOfBody, isTextPairs, outboundModeOf } from './outbound.ts'
export { copyProvider } from './provider.ts'
export type { ProviderDescriptor } from './provider.ts'
export {
  PROTOCOL_VERSION,
  REPLICA_PARAMETER,
  TOKEN_SUBPROTOCOL_PREFIX,
  WIRE_SUBPROTOCOL,
} from './wire.ts'
export type { ExecuteCallOptions, ExecuteResultMessage, ExecutorApi } from './wire.ts'

// The codec and the dispatch grammar.
export { decodeBase64, encodeBase64 } from './base64.ts'
export { BINARY_TAG, decodeBinaryValue, encodeBinaryValue } from './binary.ts'
export type { TaggedBinary } from './binary.ts'
export { parseForDispatch, stringifyForDispatch } from './codec.ts'
export {
  createEnvelopeDispatch,
  EXECUTION_COMPLETED_MESSAGE,
  isEnvelope,
  OUTSIDE_ENVELOPE_MESSAGE,
  parseArguments,
} from './dispatch.ts'
export type { DispatchEnvelope, DispatchState, ToolDispatchFn } from './dispatch.ts'
export { nearNames } from './failures/near-names.ts'
export { groupDigits } from './failures/wording.ts'
export { readOutcome } from './read-outcome.ts'
export { fitsInJson, sizeInJson } from './json-size.ts'
export { meterText } from './metered-text.ts'
export { thrownText } from './thrown-text.ts'

// What a request is checked against.
export { normalizeModules, normalizeSpecifier } from './modules.ts'
export {
  ECMASCRIPT_RESERVED_WORDS,
  RESERVED_PROVIDER_NAMES,
  validateProviders,
} from './provider-name.ts'
export type { ReservedProviderNameReason } from './provider-name.ts'

// Checks of what a caller passes in, for whoever implements the contract.
export {
  checkArgument,
  checkFlag,
  checkFunction,
  checkList,
  checkNumber,
  checkOneOf,
  checkRecord,
  checkText,
  checkTexts,
} from './checks/check-argument.ts'
export { checkExecuteRequest } from './checks/check-execute-request.ts'
export { checkOutboundRequest } from './checks/check-outbound-request.ts'

// The declared failures, one class for each text.
export { AnswerTooLargeError } from './failures/answer-too-large.ts'
export { BufferGrowthAbsentError } from './failures/buffer-growth-absent.ts'
export { CacheStorageAbsentError } from './failures/cache-storage-absent.ts'
export { CompressionAbsentError } from './failures/compression-absent.ts'
export { ExecutionAbortedError } from './failures/execution-aborted.ts'
export { ExecutionTimeoutError } from './failures/execution-timeout.ts'
export { HandleNotFoundError } from './failures/handle-not-found.ts'
export { MemoryLimitError } from './failures/memory-limit.ts'
export { ModuleKeyCollisionError } from './failures/module-key-collision.ts'
export { ModuleNotFoundError } from './failures/module-not-found.ts'
export { OutboundDisabledError } from './failures/outbound-disabled.ts'
export { PayloadTooLargeError } from './failures/payload-too-large.ts'
export type { PayloadPart } from './failures/payload-too-large.ts'
export {
  DuplicateProviderNameError,
  InvalidProviderNameError,
  ReservedProviderNameError,
  ReservedWordProviderNameError,
} from './failures/provider-name.ts'
export { ToolNotFoundError } from './failures/tool-not-found.ts'
export { UnsupportedModuleKindError } from './failures/unsupported-module-kind.ts'

// The faults.
export { EXECUTOR_ERROR_CODES, ExecutorError } from './faults/executor-error.ts'
export type { ExecutorErrorCode, ExecutorErrorOptions } from './faults/executor-error.ts'
export { rehydrateExecutorError } from './faults/rehydrate.ts'
export { HandlesClosedError } from './failures/handles-closed.ts'
export { QueueOverflowError } from './failures/queue-overflow.ts'
export { ResponseTooLargeError } from './failures/response-too-large.ts'
