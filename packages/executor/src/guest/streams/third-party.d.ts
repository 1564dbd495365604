// What the bundler adds to the streams library: its internal read operation.

import type { ReadableStreamDefaultReader } from 'web-streams-polyfill'

declare module 'web-streams-polyfill' {
  export type ReadRequest = {
    _chunkSteps(chunk: unknown): void
    _closeSteps(): void
    _errorSteps(error: unknown): void
  }
  export const readInto: (
    reader: ReadableStreamDefaultReader<unknown>,
    request: ReadRequest,
  ) => void
}
