// Replaces parts of a text and leaves everything else where it is.

/** `text` takes the place of what stands from `start` to `end`. */
export type Edit = { start: number; end: number; text: string }

/** The text with all edits made. They must not overlap; their order does not matter. */
export function editText(source: string, edits: ReadonlyArray<Edit>): string {
  let edited = ''
  let end = 0
  for (const edit of edits.toSorted((left, right) => left.start - right.start)) {
    edited += source.slice(end, edit.start) + edit.text
    end = edit.end
  }

  return edited + source.slice(end)
}

/** An edit that takes a part out and keeps every line and column behind it. */
export function blank(source: string, { start, end }: { start: number; end: number }): Edit {
  return { start, end, text: source.slice(start, end).replaceAll(/[^\n\r\u2028\u2029]/g, ' ') }
}

/** The same for a statement behind others: what is before it may end only because it stood there. */
export function blankStatement(source: string, statement: { start: number; end: number }): Edit {
  const edit = blank(source, statement)

  return { ...edit, text: `;${edit.text.slice(1)}` }
}

/** The line breaks in a text, as V8 counts them: `\r\n` is one. */
export function countLineBreaks(text: string): number {
  return text.match(/\r\n|[\n\r\u2028\u2029]/g)?.length ?? 0
}
