// Finds where the code on a line ends and its comments begin, for the code behind an import. A
// regular expression is told from a division by the token before it, which misjudges few texts and
// endangers none: `compose-entry.ts` makes a syntax error of an opener that a text swallows.

import { endOfComment, endOfLine } from './trivia.ts'

const OPERATOR_WORDS: ReadonlySet<string> = new Set(
  'await case delete do else extends in instanceof new of return throw typeof void yield'.split(
    ' ',
  ),
)

const CLOSERS: ReadonlySet<string> = new Set([')', ']', '}'])
const BRACE_DEPTH: ReadonlyMap<string, number> = new Map([
  ['{', 1],
  ['}', -1],
])

type Scan = {
  text: string
  at: number
  limit: number
  /** The offset behind the last token. */
  codeEnd: number
  /** Whether an operand must follow, so that a slash starts a regular expression. */
  operandNext: boolean
  /** For each template around this point, the braces that are open in its substitution. */
  templates: Array<number>
}

/**
 * The offset behind the last token of the line of `at`: what follows on that line is white space
 * and comments. The end of the line, where a string or template runs past it.
 */
export function endOfLineCode(text: string, at: number): number {
  const limit = endOfLine(text, at)
  const scan: Scan = { text, at, limit, codeEnd: at, operandNext: true, templates: [] }
  while (scan.at < limit) {
    const first = text.charAt(scan.at)
    if (/\s/.test(first)) {
      scan.at += 1
      continue
    }
    if (text.startsWith('//', scan.at) || text.startsWith('/*', scan.at)) {
      const end = endOfComment(text, scan.at)
      if (end === undefined || end >= limit) return scan.codeEnd
      scan.at = end
      continue
    }
    scanToken(scan, first)
    scan.codeEnd = scan.at
  }
  return scan.templates.length > 0 ? limit : Math.min(scan.codeEnd, limit)
}

function scanToken(scan: Scan, first: string): void {
  if (first === '"' || first === "'") return endOperand(scan, endOfQuoted(scan, first))
  if (first === '`') return scanTemplate(scan)
  if (first === '/' && scan.operandNext) return scanSlash(scan)
  if (/[$\w\\\u0080-\uffff]/.test(first)) return scanWord(scan)
  scanMark(scan, first)
}

function endOperand(scan: Scan, end: number): void {
  scan.at = end
  scan.operandNext = false
}

function scanWord(scan: Scan): void {
  const stop = /[^$\w\\\u0080-\uffff]|[\u2028\u2029]/g
  stop.lastIndex = scan.at
  const end = stop.exec(scan.text)?.index ?? scan.text.length
  const property = scan.text.charAt(scan.at - 1) === '.'
  const operator = !property && OPERATOR_WORDS.has(scan.text.slice(scan.at, end))
  scan.at = Math.min(end, scan.limit)
  scan.operandNext = operator
}

function scanMark(scan: Scan, first: string): void {
  const { templates } = scan
  if (first === '}' && templates.at(-1) === 0) {
    templates.pop()
    return scanTemplate(scan)
  }
  const depth = templates.pop()
  if (depth !== undefined) templates.push(depth + (BRACE_DEPTH.get(first) ?? 0))
  // An operand before `++` stays one, and an operator before it still waits for its operand.
  const step = /\+\+|--/y
  step.lastIndex = scan.at
  if (step.test(scan.text)) {
    scan.at = step.lastIndex
    return
  }
  scan.at += 1
  scan.operandNext = !CLOSERS.has(first)
}

/** Steps over the characters of a template, from behind its backtick or a substitution's brace. */
function scanTemplate(scan: Scan): void {
  const stop = /[`\\]|\$\{/g
  stop.lastIndex = scan.at + 1
  for (let found = stop.exec(scan.text); found !== null; found = stop.exec(scan.text)) {
    const [mark] = found
    if (found.index >= scan.limit) break
    if (mark === '`') return endOperand(scan, stop.lastIndex)
    if (mark === '\\') stop.lastIndex += 1
    if (mark !== '${') continue
    scan.templates.push(0)
    scan.at = stop.lastIndex
    scan.operandNext = true
    return
  }
  scan.at = scan.limit
}

function endOfQuoted(scan: Scan, quote: string): number {
  const { text, limit } = scan
  let at = scan.at + 1
  while (at < limit && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1
  return Math.min(at + 1, limit)
}

/** A regular expression that its line cuts off ends the search: V8 has to judge it. */
function scanSlash(scan: Scan): void {
  const { text, limit } = scan
  let inClass = false
  for (let at = scan.at + 1; at < limit; at += 1) {
    const mark = text.charAt(at)
    if (mark === '/' && !inClass) return endOperand(scan, at + 1)
    if (mark === '[') inClass = true
    if (mark === ']') inClass = false
    if (mark === '\\') at += 1
  }
  scan.at = limit
}
