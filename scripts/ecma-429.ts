// The names of ECMA-429 (first edition, December 2025) with the shapes that their standards give them,
// which of them other runtimes leave out, and what newer versions of V8 add.

export type StandardName = {
  /** The path from the global object, such as `navigator.userAgent`. */
  name: string
  standard: string
  /** What `typeof` says. */
  type: string
  /** Of functions: how many arguments have to be given. */
  length?: number
  isEnumerable: boolean
}

/** The lengths of the interface objects, by the standard that defines them. */
const INTERFACES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  DOM: { AbortController: 0, AbortSignal: 0, Event: 1, EventTarget: 0 },
  HTML: {
    CustomEvent: 1,
    ErrorEvent: 1,
    MessageChannel: 0,
    MessageEvent: 1,
    MessagePort: 0,
    PromiseRejectionEvent: 2,
  },
  'Web IDL': { DOMException: 0 },
  Fetch: { Headers: 0, Request: 1, Response: 0 },
  XMLHttpRequest: { FormData: 0 },
  'File API': { Blob: 0, File: 2 },
  Compression: { CompressionStream: 1, DecompressionStream: 1 },
  Streams: {
    ByteLengthQueuingStrategy: 1,
    CountQueuingStrategy: 1,
    ReadableByteStreamController: 0,
    ReadableStream: 0,
    ReadableStreamBYOBReader: 1,
    ReadableStreamBYOBRequest: 0,
    ReadableStreamDefaultController: 0,
    ReadableStreamDefaultReader: 1,
    TransformStream: 0,
    TransformStreamDefaultController: 0,
    WritableStream: 0,
    WritableStreamDefaultController: 0,
    WritableStreamDefaultWriter: 1,
  },
  Encoding: { TextDecoder: 0, TextDecoderStream: 0, TextEncoder: 0, TextEncoderStream: 0 },
  URL: { URL: 1, URLSearchParams: 0 },
  'URL Pattern': { URLPattern: 0 },
  'Web Cryptography': { Crypto: 0, CryptoKey: 0, SubtleCrypto: 0 },
  'High Resolution Time': { Performance: 0 },
  WebAssembly: {
    'WebAssembly.CompileError': 1,
    'WebAssembly.Exception': 2,
    'WebAssembly.Global': 1,
    'WebAssembly.Instance': 1,
    'WebAssembly.LinkError': 1,
    'WebAssembly.Memory': 1,
    'WebAssembly.Module': 1,
    'WebAssembly.RuntimeError': 1,
    'WebAssembly.Table': 1,
    'WebAssembly.Tag': 1,
  },
}

const OPERATIONS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  Fetch: { fetch: 1 },
  HTML: {
    atob: 1,
    btoa: 1,
    clearInterval: 0,
    clearTimeout: 0,
    queueMicrotask: 1,
    reportError: 1,
    setInterval: 1,
    setTimeout: 1,
    structuredClone: 1,
  },
  WebAssembly: {
    'WebAssembly.compile': 1,
    'WebAssembly.compileStreaming': 1,
    'WebAssembly.instantiate': 1,
    'WebAssembly.instantiateStreaming': 1,
    'WebAssembly.validate': 1,
  },
}

const attribute = (name: string, standard: string, type = 'object'): StandardName => ({
  name,
  standard,
  type,
  isEnumerable: true,
})

const functions = (
  table: Readonly<Record<string, Readonly<Record<string, number>>>>,
  isEnumerable: boolean,
): Array<StandardName> =>
  Object.entries(table).flatMap(([standard, lengths]) =>
    Object.entries(lengths).map(([name, length]) => ({
      name,
      standard,
      type: 'function',
      length,
      isEnumerable,
    })),
  )

export const ECMA_429_INTERFACES: ReadonlyArray<StandardName> = functions(INTERFACES, false)

export const ECMA_429_GLOBALS: ReadonlyArray<StandardName> = [
  ...functions(OPERATIONS, true),
  { ...attribute('console', 'Console'), isEnumerable: false },
  attribute('crypto', 'Web Cryptography'),
  { ...attribute('globalThis', 'ECMAScript'), isEnumerable: false },
  attribute('navigator.userAgent', 'HTML', 'string'),
  attribute('onerror', 'HTML'),
  attribute('onrejectionhandled', 'HTML'),
  attribute('onunhandledrejection', 'HTML'),
  attribute('performance', 'High Resolution Time'),
  attribute('self', 'HTML'),
  attribute('WebAssembly.JSTag', 'WebAssembly'),
]

/** When the other runtimes were looked at. */
export const PEERS_DATE = '2026-11-30'

const HANDLERS = ['onerror', 'onunhandledrejection', 'onrejectionhandled']
const LEFT_OUT_BY_NODE = ['PromiseRejectionEvent', 'reportError', 'self', ...HANDLERS]

/** What each runtime leaves out. Presence only: nothing is said about conformance. */
export const PEERS: Readonly<Record<string, ReadonlyArray<string>>> = {
  'Deno 2.9.6': ['onrejectionhandled'],
  'Bun 1.4.5': ['PromiseRejectionEvent', 'onunhandledrejection', 'onrejectionhandled'],
  'workerd 2026-11-17': [
    ...HANDLERS,
    'WebAssembly.compileStreaming',
    'WebAssembly.instantiateStreaming',
  ],
  'Node 26.12.1': LEFT_OUT_BY_NODE,
  'Node 24.22.3': ['ErrorEvent', ...LEFT_OUT_BY_NODE],
  'edge-runtime 5.0.0': [
    'ByteLengthQueuingStrategy',
    'CompressionStream',
    'CountQueuingStrategy',
    'CustomEvent',
    'DecompressionStream',
    'ErrorEvent',
    'MessageChannel',
    'MessageEvent',
    'MessagePort',
    'Performance',
    'ReadableByteStreamController',
    'ReadableStreamBYOBRequest',
    'ReadableStreamDefaultController',
    'TransformStreamDefaultController',
    'WritableStreamDefaultController',
    'navigator.userAgent',
    'reportError',
    ...HANDLERS,
  ],
}

export type EngineFeature = {
  /** Markdown. */
  what: string
  /** An expression that is true where the feature is there. */
  isThere: string
  /** The global that it is. */
  global?: string
  /** The versions of Node that have it. */
  nodes: ReadonlyArray<number>
}

/** What a program finds on one supported Node and not on another. */
export const ENGINE_FEATURES: ReadonlyArray<EngineFeature> = [
  { what: '`Temporal`', global: 'Temporal', isThere: `typeof Temporal === 'object'`, nodes: [26] },
  {
    what: '`Uint8Array`: `fromBase64`, `fromHex`, and `toBase64`, `toHex`, `setFromBase64`, `setFromHex` of its prototype',
    isThere: `['fromBase64', 'fromHex'].every((name) => name in Uint8Array) && ['toBase64', 'toHex', 'setFromBase64', 'setFromHex'].every((name) => name in Uint8Array.prototype)`,
    nodes: [26],
  },
  { what: '`Iterator.concat`', isThere: `'concat' in Iterator`, nodes: [26] },
  {
    what: '`getOrInsert` and `getOrInsertComputed` of `Map` and `WeakMap`',
    isThere: `[Map, WeakMap].every(({ prototype }) => 'getOrInsert' in prototype && 'getOrInsertComputed' in prototype)`,
    nodes: [26],
  },
  {
    what: 'the getters of `Intl.Locale` (`calendars`, `weekInfo` and the like), which gave way to methods (`getCalendars()`), there in both',
    isThere: `'calendars' in Intl.Locale.prototype`,
    nodes: [24],
  },
]
