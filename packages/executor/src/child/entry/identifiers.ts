// Identifiers for the generated source that cannot clash with the program's, or be written in it.

/** How many characters an identifier has that takes the place of the word `import`. */
const LENGTH = 6

/** What the generated source calls its own parts. All start with the program's identifier. */
export type EntryNames = {
  /** Receives the value of the body. */
  run: string
  /** Declared in the opener of the body, exported behind it. */
  opened: string
  /** The function around the second copy of the body. */
  check: string
  /** Makes the proxy of a provider. */
  provider: string
}

/**
 * An identifier of six characters that does not occur in the source, also not with `\u` escapes.
 * The same source gives the same one. Throws a `RangeError` for a source that holds all of the 15
 * million candidates, thus of 90 million characters and more.
 */
export function pickIdentifier(source: string): string {
  const taken = new Set<string>()
  collectCandidates(source, taken)
  if (source.includes('\\u')) collectCandidates(decodeEscapes(source), taken)
  for (let index = 0; index < 63 ** 4; index += 1) {
    const candidate = candidateOf(index)
    if (!taken.has(candidate)) return candidate
  }
  throw new RangeError('Every identifier that could stand for a dynamic import is taken.')
}

/**
 * The names of the generated source. `identifier` is what `pickIdentifier` gave for all texts of
 * the run together, so no text can spell a name that starts with it. Only `eval` could, by guess:
 * `salt`, a few random letters and digits of the caller's, keeps it from succeeding.
 */
export function nameEntryParts(identifier: string, salt = ''): EntryNames {
  const name = (part: string): string => `${identifier}${part}${salt}`
  return {
    run: name('run'),
    opened: name('opened'),
    check: name('check'),
    provider: name('provider'),
  }
}

const ALPHABET = 'mp0123456789abcdefghijklnoqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_'

function candidateOf(index: number): string {
  let rest = index
  let tail = ''
  while (tail.length < LENGTH - 2) {
    tail += ALPHABET.charAt(rest % ALPHABET.length)
    rest = Math.floor(rest / ALPHABET.length)
  }
  return `$i${tail}`
}

function collectCandidates(source: string, taken: Set<string>): void {
  if (!source.includes('$i')) return
  for (const [candidate] of source.matchAll(/\$i\w{4}/g)) taken.add(candidate)
}

function decodeEscapes(source: string): string {
  return source.replaceAll(
    /\\u(?:\{0*([\da-f]{1,6})\}|([\da-f]{4}))/gi,
    (escape, braced: string | undefined, plain: string | undefined) => {
      const point = Number.parseInt(braced ?? plain ?? '', 16)
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : escape
    },
  )
}
