// Random texts for the entry: expressions, expressions with tokens thrown in, and attempts to close
// the wrapper or to swallow it.

import * as fc from 'fast-check'

/** Texts that open and close what JavaScript reads in one piece, and steps out of the wrapper. */
const TOKENS: ReadonlyArray<string> = [
  '( ) [ ] { } )) (( `${ }` ${ )) ( ) : 0] 1? :0'.split(' '),
  "` ' \" / /* */ // \\ <!-- --> `//` '/*' \"*/".split(' '),
  ', ; : ? => = ... . ?. # + * ;mark(); export{} class{'.split(' '),
  ['\n', '\r', '\u2028', ' ', '1 ', 'async ', 'await '],
  ['1)); mark(); ((1', '1)); mark(); (1 ? 1', '1]; mark(); [1'],
].flat()

const ATOMS: ReadonlyArray<string> = [
  '1 a mark() "" "/*" "*/" `` `/*` /`/ /[/]"/'.split(' '),
  [`'\`'`, '/* ` */ 1'],
].flat()

const WAYS_OUT = [')); mark(); ((1', ')); mark(); (1 ? 1', ')); mark(); [1 ? 1', ')); mark();', '']
const HIDING = ['`', '/*', '`/*', '`${', "'\\", '"\\', '//\\', '/', '/[', '`\\', '']

const token = fc.constantFrom(...TOKENS)

const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const wrap = (opener: string, closer: string): fc.Arbitrary<string> =>
    tie('expression').map((text) => `${opener}${text}${closer}`)
  const join = (middle: string, end = ''): fc.Arbitrary<string> =>
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `${a}${middle}${b}${end}`)
  return {
    expression: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(...ATOMS),
      fc.oneof(wrap('async () => ', ''), wrap('() => { return ', ' }'), wrap('a => (', ')')),
      fc.oneof(wrap('(', ')'), wrap('[', ']'), wrap('({ a: ', ' })'), wrap('`${', '}`')),
      fc.oneof(join(' / '), join(' // `\n + '), join(', ')),
      fc.oneof(join(' ? ', ' : 0'), join(' ? 1 :\n')),
    ),
  }
})

/** An expression into which at most three tokens were thrown, each perhaps in place of others. */
const mutated = fc
  .tuple(expression, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), token), { maxLength: 3 }))
  .map(([text, edits]) => edits.reduce(throwIn, text))

function throwIn(text: string, [place, cut, inserted]: [number, number, string]): string {
  const at = place % (text.length + 1)
  return `${text.slice(0, at)}${inserted}${text.slice(at + cut)}`
}

/** A way out of the first copy of the body, and what might hide the second. */
const escaping = fc
  .tuple(fc.oneof(expression, mutated), fc.constantFrom(...WAYS_OUT), fc.constantFrom(...HIDING))
  .map((parts) => parts.join(''))

/** What might stand where the arrow should. */
export const randomBody: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: mutated },
  { weight: 1, arbitrary: expression },
  { weight: 1, arbitrary: escaping },
  { weight: 1, arbitrary: fc.array(token, { maxLength: 8 }).map((list) => list.join('')) },
)

const FRAMES = [
  ['const b = ', ''],
  ['mark(', ')'],
  ['', ''],
  ['mark(', ''],
  ['mark((', ''],
  ['{ ', ''],
] as const

/** Code behind an import: whole, or mutated, or with something left open. */
export const randomLine: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...FRAMES), fc.oneof(expression, mutated))
  .map(([[opener, closer], text]) => `${opener}${text.replaceAll('\n', ' ')}${closer}`)
