// What a program may import, and what its modules become before an isolate sees them.

import { ModuleKeyCollisionError } from './failures/module-key-collision.ts'
import { UnsupportedModuleKindError } from './failures/unsupported-module-kind.ts'

/** One module: JavaScript source, or a value that becomes the default export. */
export type ModuleSource = string | { js: string } | { json: unknown } | { text: string }

/** Module names to sources. A leading `./` is no part of a name. */
export type ModuleMap = Record<string, ModuleSource>

/** The name behind a specifier or a key. It is matched exactly: no paths, no URLs, no built-ins. */
export function normalizeSpecifier(specifier: string): string {
  return specifier.startsWith('./') ? specifier.slice(2) : specifier
}

/** A string literal that no line terminator of any edition of the language can end. */
const literal = (text: string): string =>
  JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const textModule = (text: string): string => `export default ${literal(text)}\n`

function jsonModule(value: unknown): string | undefined {
  // Parsed from text when it is imported: an object literal would read `__proto__` as a prototype.
  const json = JSON.stringify(value) as string | undefined
  return json === undefined ? undefined : `export default JSON.parse(${literal(json)})\n`
}

function soleEntry(source: object): [kind: string, value: unknown] | undefined {
  const entries = Object.entries(source).filter(([, value]) => value !== undefined)
  return entries.length === 1 ? entries[0] : undefined
}

function sourceText(source: unknown): string | undefined {
  if (typeof source === 'string') return source
  if (typeof source !== 'object' || source === null) return undefined
  const [kind, value] = soleEntry(source) ?? []
  if (kind === 'json') return jsonModule(value)
  if (typeof value !== 'string') return undefined
  if (kind === 'text') return textModule(value)
  return kind === 'js' ? value : undefined
}

/**
 * The modules of a map as JavaScript source under their normalised names, in the map's order.
 * Only own enumerable keys count. Throws `UnsupportedModuleKindError` for an entry that is no
 * module and `ModuleKeyCollisionError` for two keys that become one name.
 */
export function normalizeModules(map: ModuleMap): Map<string, string> {
  const sources = new Map<string, string>()
  const keys = new Map<string, string>()
  for (const [key, source] of Object.entries(map)) {
    const name = normalizeSpecifier(key)
    const first = keys.get(name)
    if (first !== undefined) throw new ModuleKeyCollisionError(name, first, key)
    keys.set(name, key)
    sources.set(name, compose(key, source))
  }
  return sources
}

function compose(key: string, source: unknown): string {
  let text: string | undefined
  try {
    text = sourceText(source)
  } catch (failure) {
    // A cycle, a BigInt or a getter that throws: the entry holds no JSON value.
    throw new UnsupportedModuleKindError(key, { cause: failure })
  }
  if (text === undefined) throw new UnsupportedModuleKindError(key)
  return text
}
