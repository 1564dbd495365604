// isolated-vm has no hook for `import()`. So each such call becomes a call of a function of the
// same length as the word, and lines and columns stay what they were.

import { parse } from 'es-module-lexer/minimal'

/** The lexer's number for `import(...)` without a phase. */
const DYNAMIC_IMPORT = 2

/** A module with one generated line in front, to be compiled at its own line offset. */
export type PrefixedModule = { source: string; lineOffset: -1 }

/**
 * Replaces the word `import` of each dynamic import by `identifier`, which has six characters.
 * Source that the lexer refuses comes back unchanged, so that V8 reports what is wrong with it.
 * Static imports, `import.meta` and imports with a phase stay. Never throws.
 */
export function rewriteDynamicImports(source: string, identifier: string): string {
  if (!source.includes('import')) return source
  let rewritten = ''
  let end = 0
  for (const start of dynamicImports(source)) {
    rewritten += source.slice(end, start) + identifier
    end = start + identifier.length
  }
  return rewritten + source.slice(end)
}

/**
 * Puts `line`, which holds no line terminator, in front of a module's source; a hashbang becomes a
 * comment that is legal there. The last line clears the name that a `sourceURL` comment gave:
 * under such a name V8 counts lines without the offset.
 */
export function prefixModule(source: string, line: string): PrefixedModule {
  const text = source.startsWith('#!') ? `//${source.slice(2)}` : source
  return { source: `${line}\n${text}\n//# sourceURL=\n`, lineOffset: -1 }
}

function dynamicImports(source: string): Array<number> {
  try {
    const [imports] = parse(source)
    return imports.filter((found) => found.t === DYNAMIC_IMPORT).map((found) => found.ss)
  } catch {
    return []
  }
}
