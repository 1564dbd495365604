// What JavaScript skips between tokens: white space, line terminators and comments. Offsets are in
// UTF-16 units. Every walk here is linear and free of backtracking, as the text may be hostile.

/** The offset of the line terminator that ends the line of `at`, or the length of the text. */
export function endOfLine(text: string, at: number): number {
  const terminator = /[\n\r\u2028\u2029]/g
  terminator.lastIndex = at
  return terminator.exec(text)?.index ?? text.length
}

/** The lines that V8 counts in front of the end of `text`: `\r\n` is one, U+2028 is one as well. */
export function countLineBreaks(text: string): number {
  return text.match(/\r\n|[\n\r\u2028\u2029]/g)?.length ?? 0
}

/**
 * The offset of the first token at or after `at`. A block comment without an end counts as a
 * token, so that whoever parses on meets it.
 */
export function skipTrivia(text: string, at: number): number {
  const visible = /\S/g
  let position = at
  for (;;) {
    visible.lastIndex = position
    position = visible.exec(text)?.index ?? text.length
    const end = endOfComment(text, position)
    if (end === undefined) return position
    position = end
  }
}

/** The offset behind the comment that starts at `at`; undefined where none starts or none ends. */
export function endOfComment(text: string, at: number): number | undefined {
  if (text.startsWith('//', at)) return endOfLine(text, at)
  if (!text.startsWith('/*', at)) return undefined
  const close = text.indexOf('*/', at + 2)
  return close === -1 ? undefined : close + 2
}
