// Finds the program in an answer that is Markdown: the fenced block, whatever its fence looks like.

/** A fenced block. */
export type FencedBlock = {
  text: string
  /** The lines of the answer above the text. */
  linesAbove: number
  /** The first word behind the opening fence, in lower case; empty without one. */
  language: string
}

type Opener = { marks: string; language: string }

/** The words by which models call what they write here. */
const LANGUAGES: ReadonlySet<string> = new Set(
  'js javascript jsx mjs cjs ecmascript node ts typescript tsx mts cts'.split(' '),
)

/** Whether it is worth while to look for blocks. */
export function mayHoldFence(text: string): boolean {
  return text.includes('```') || text.includes('~~~')
}

/** Whether the first line that is not blank opens a fence. Then the text is Markdown, not code. */
export function startsWithFence(text: string): boolean {
  return readOpener(text.trimStart().split('\n', 1)[0] ?? '') !== undefined
}

/**
 * The blocks of an answer that can be meant: of several, those that are marked as JavaScript or
 * TypeScript, or else those without a mark. `isInCode` tells which fences to overlook, by the offset of
 * their lines.
 */
export function findBlocks(
  answer: string,
  isInCode: (offset: number) => boolean = () => false,
): Array<FencedBlock> {
  const blocks = [...readBlocks(answer, isInCode)]
  const marked = blocks.filter(({ language }) => LANGUAGES.has(language))
  if (marked.length > 0) return marked
  const unmarked = blocks.filter(({ language }) => language === '')

  return unmarked.length > 0 ? unmarked : blocks
}

function* readBlocks(
  answer: string,
  isInCode: (offset: number) => boolean,
): Generator<FencedBlock> {
  const lines = answer.split('\n')
  let offset = 0
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const opener = readOpener(line)
    if (opener !== undefined && !isInCode(offset)) {
      const block = readInline(line, opener) ?? readBody(lines, index, opener)
      yield { ...block, linesAbove: index + block.skipped }
      offset += lengthOf(lines, index, index + block.read)
      index += block.read
    }
    offset += (lines[index]?.length ?? 0) + 1
  }
}

const lengthOf = (lines: Array<string>, from: number, to: number): number => {
  let length = 0
  for (let index = from; index < to; index += 1) length += (lines[index]?.length ?? 0) + 1

  return length
}

/** Marks may stand behind white space or the sign of a list. */
function readOpener(line: string): Opener | undefined {
  const found = /^[\s*\d.)-]*(`{3,}|~{3,})[ \t]*(?:\{?\.?([\w+#-]+)|\r?$)/.exec(line)
  const [, marks, language = ''] = found ?? []

  return marks === undefined ? undefined : { marks, language: language.toLowerCase() }
}

function isCloser(line: string, marks: string): boolean {
  const [, closing = ''] = /^\s*(`{3,}|~{3,})\s*$/.exec(line) ?? []

  return closing.startsWith(marks)
}

/** `skipped` lines stand above the text, and `read` lines below the opener belong to the block. */
type BlockReading = { text: string; language: string; skipped: number; read: number }

/** A block whose fences stand on one line, around the code. */
function readInline(line: string, { marks, language }: Opener): BlockReading | undefined {
  const start = line.indexOf(marks) + marks.length
  const end = line.lastIndexOf(marks)
  if (end < start || line.slice(end + marks.length).trim() !== '') return undefined
  const text = line.slice(start, end)
  if (!LANGUAGES.has(language)) return { text, language: '', skipped: 0, read: 0 }
  const code = text.slice(text.toLowerCase().indexOf(language) + language.length)

  return { text: code, language, skipped: 0, read: 0 }
}

function readBody(lines: Array<string>, at: number, { marks, language }: Opener): BlockReading {
  let end = at + 1
  while (end < lines.length && !isCloser(lines[end] ?? '', marks)) end += 1
  const text = lines.slice(at + 1, end).join('\n')
  const isClosed = end < lines.length

  return {
    text: isClosed ? text : withoutMarks(text, marks),
    language,
    skipped: 1,
    read: end - at - (isClosed ? 0 : 1),
  }
}

/** The closing fence may stand on the last line of the code, or be missing. */
function withoutMarks(text: string, marks: string): string {
  const end = text.trimEnd()

  return end.endsWith(marks) ? end.slice(0, -marks.length) : text
}
