// Which names a provider may take: those the entry module can declare without breaking itself.

import {
  DuplicateProviderNameError,
  InvalidProviderNameError,
  ReservedProviderNameError,
  ReservedWordProviderNameError,
} from './failures/provider-name.ts'
import type { ProviderDescriptor } from './provider.ts'

/** Why a name is reserved. */
export type ReservedProviderNameReason =
  | 'entryScope'
  | 'generatedSource'
  | 'language'
  | 'hostBindings'
  | 'timers'
  | 'codecGlobals'

/**
 * Every reserved provider name, grouped by the reason it is in the set. The set holds what would
 * break, not the standard library: `fetch` and `Response` are left to the caller on purpose.
 */
export const RESERVED_PROVIDER_NAMES: Readonly<
  Record<ReservedProviderNameReason, ReadonlyArray<string>>
> = Object.freeze({
  /** The names that the entry scope provides to generated and provider-supplied source. */
  entryScope: Object.freeze([
    '__dispatch',
    '__stringifyForDispatch',
    '__parseForDispatch',
    '__BINARY_TAG',
    '__encodeBinaryValue',
    '__decodeBinaryValue',
    '__encodeBase64',
    '__decodeBase64',
  ]),
  /** What the generated proxies and the wrapped entry call. */
  generatedSource: Object.freeze([
    'Array',
    'Error',
    'Function',
    'JSON',
    'Object',
    'Promise',
    'Proxy',
    'Reflect',
    'String',
    'Symbol',
    'TypeError',
    '__createProvider',
    '__dynamicImport',
    '__namespaceReady',
    '__runEntry',
  ]),
  /** Names that are no reserved words and that every program relies on all the same. */
  language: Object.freeze(['Infinity', 'NaN', '__proto__', 'globalThis', 'undefined']),
  /** What the sandbox binds to the host. */
  hostBindings: Object.freeze(['__entryScope', 'console']),
  /** Everything that schedules. */
  timers: Object.freeze([
    'clearInterval',
    'clearTimeout',
    'queueMicrotask',
    'setInterval',
    'setTimeout',
  ]),
  /** What turns values and text into bytes and back. */
  codecGlobals: Object.freeze([
    'ArrayBuffer',
    'DataView',
    'TextDecoder',
    'TextEncoder',
    'Uint8Array',
    'atob',
    'btoa',
  ]),
})

/** The words that no module can declare: keywords, literals, and those of strict and module code. */
export const ECMASCRIPT_RESERVED_WORDS: ReadonlyArray<string> = Object.freeze(
  (
    'arguments await break case catch class const continue debugger default delete do else enum ' +
    'eval export extends false finally for function if implements import in instanceof interface ' +
    'let new null package private protected public return static super switch this throw true try ' +
    'typeof var void while with yield'
  ).split(' '),
)

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/
const reservedNames: ReadonlySet<string> = new Set(Object.values(RESERVED_PROVIDER_NAMES).flat())
const reservedWords: ReadonlySet<string> = new Set(ECMASCRIPT_RESERVED_WORDS)

function validateName(name: unknown, earlier: ReadonlySet<string>): asserts name is string {
  if (typeof name !== 'string' || !IDENTIFIER.test(name)) {
    throw new InvalidProviderNameError(typeof name === 'string' ? name : typeof name)
  }
  if (reservedNames.has(name)) throw new ReservedProviderNameError(name)
  if (reservedWords.has(name)) throw new ReservedWordProviderNameError(name)
  if (earlier.has(name)) throw new DuplicateProviderNameError(name)
}

/**
 * Checks the names of a request's providers, in order, against the four rules. Throws for the
 * first violation: `InvalidProviderNameError`, `ReservedProviderNameError`,
 * `ReservedWordProviderNameError` or `DuplicateProviderNameError`.
 */
export function validateProviders(providers: Array<ProviderDescriptor>): void {
  const earlier = new Set<string>()
  for (const { name } of providers) {
    validateName(name, earlier)
    earlier.add(name)
  }
}
