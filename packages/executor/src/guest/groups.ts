// Which global names each lazily loaded group defines, and which groups it always loads itself.

import type { GroupName } from './runtime.ts'

export type GroupDeclaration = {
  /** Names that become globals; the group's exports hold more, for other groups. */
  globals: ReadonlyArray<string>
  /** Names that the global object inherits once the group is loaded. */
  inherited?: ReadonlyArray<string>
  /** Groups that are loaded together with this one. Others may follow when a feature is used. */
  needs: ReadonlyArray<GroupName>
}

export const GROUPS: Readonly<Record<GroupName, GroupDeclaration>> = {
  console: { globals: ['console'], needs: [] },
  timers: {
    globals: ['clearInterval', 'clearTimeout', 'setInterval', 'setTimeout'],
    needs: [],
  },
  absent: {
    globals: ['CompressionStream', 'DecompressionStream', 'FinalizationRegistry', 'caches'],
    needs: [],
  },
  dom: {
    globals: [
      'AbortController',
      'AbortSignal',
      'CustomEvent',
      'DOMException',
      'ErrorEvent',
      'Event',
      'EventTarget',
      'PromiseRejectionEvent',
      'QuotaExceededError',
      'onerror',
      'reportError',
    ],
    inherited: ['addEventListener', 'dispatchEvent', 'removeEventListener'],
    needs: [],
  },
  text: { globals: ['TextDecoder', 'TextEncoder', 'atob', 'btoa'], needs: [] },
  url: { globals: ['URL', 'URLSearchParams'], needs: [] },
  idna: { globals: [], needs: [] },
  streams: {
    globals: [
      'ByteLengthQueuingStrategy',
      'CountQueuingStrategy',
      'ReadableByteStreamController',
      'ReadableStream',
      'ReadableStreamBYOBReader',
      'ReadableStreamBYOBRequest',
      'ReadableStreamDefaultController',
      'ReadableStreamDefaultReader',
      'TextDecoderStream',
      'TextEncoderStream',
      'TransformStream',
      'TransformStreamDefaultController',
      'WritableStream',
      'WritableStreamDefaultController',
      'WritableStreamDefaultWriter',
    ],
    needs: ['dom'],
  },
  blob: { globals: ['Blob', 'File', 'FormData'], needs: [] },
  clone: { globals: ['structuredClone'], needs: [] },
  fetch: { globals: ['Headers', 'Request', 'Response', 'fetch'], needs: ['dom', 'url'] },
  crypto: { globals: ['Crypto', 'CryptoKey', 'SubtleCrypto', 'crypto'], needs: ['dom'] },
  messaging: {
    globals: ['MessageChannel', 'MessageEvent', 'MessagePort'],
    needs: ['dom', 'clone'],
  },
  pattern: { globals: ['URLPattern'], needs: ['url'] },
  performance: { globals: ['Performance', 'navigator', 'performance'], needs: ['dom'] },
  wasm: { globals: ['WebAssembly'], needs: [] },
}
