// Reads one static import declaration, in every form that the language has. It only finds the end:
// whether the names are legal is left to V8, which then says so in the words a program knows.

import { skipTrivia } from './trivia.ts'

/** `end` is behind the declaration and in front of its semicolon, if it has one. */
export type ImportReading = { kind: 'import'; end: number } | { kind: 'malformed' | 'other' }

/** Reads at a token start. `import(` and `import.meta` are expressions, thus `other`. */
export function readImport(text: string, at: number): ImportReading {
  const cursor = createCursor(text, at)
  if (!cursor.take('import')) return { kind: 'other' }
  if (cursor.sees('(') || cursor.sees('.')) return { kind: 'other' }
  const complete = (cursor.takeString() || readBindingsAndSource(cursor)) && readAttributes(cursor)
  return complete ? { kind: 'import', end: cursor.end() } : { kind: 'malformed' }
}

type Token = { kind: 'word' | 'string' | 'mark'; text: string; end: number }

type Cursor = {
  /** The token `ahead` tokens further on. */
  peek(ahead?: number): Token
  sees(text: string): boolean
  take(text: string): boolean
  takeWord(): boolean
  takeString(): boolean
  /** The offset behind the last token taken. */
  end(): number
}

function readBindingsAndSource(cursor: Cursor): boolean {
  takePhase(cursor)
  return readBindings(cursor) && cursor.take('from') && cursor.takeString()
}

/** `defer` and `source` are phases only where a binding follows; else they are the binding. */
function takePhase(cursor: Cursor): void {
  const next = cursor.peek(1)
  if (cursor.sees('defer') && next.text === '*') cursor.takeWord()
  if (!cursor.sees('source') || next.kind !== 'word') return
  if (next.text !== 'from' || cursor.peek(2).kind === 'word') cursor.takeWord()
}

function readBindings(cursor: Cursor): boolean {
  if (cursor.takeWord() && !cursor.take(',')) return true
  if (cursor.take('*')) return cursor.take('as') && cursor.takeWord()
  return readList(cursor, () => {
    if (cursor.takeString()) return cursor.take('as') && cursor.takeWord()
    if (!cursor.takeWord()) return false
    return !cursor.take('as') || cursor.takeWord()
  })
}

function readAttributes(cursor: Cursor): boolean {
  if (!cursor.sees('with') || cursor.peek(1).text !== '{') return true
  cursor.takeWord()
  return readList(
    cursor,
    () => (cursor.takeString() || cursor.takeWord()) && cursor.take(':') && cursor.takeString(),
  )
}

function readList(cursor: Cursor, readItem: () => boolean): boolean {
  if (!cursor.take('{')) return false
  while (!cursor.take('}')) {
    if (!readItem()) return false
    if (!cursor.take(',') && !cursor.sees('}')) return false
  }
  return true
}

function createCursor(text: string, start: number): Cursor {
  let end = start
  let ahead: Array<Token> = []
  const peek = (count = 0): Token => {
    let token = ahead[count]
    while (token === undefined) {
      ahead.push(readToken(text, ahead.at(-1)?.end ?? end))
      token = ahead[count]
    }
    return token
  }
  const takeIf = (wanted: boolean): boolean => {
    if (!wanted) return false
    end = peek().end
    ahead = ahead.slice(1)
    return true
  }
  const sees = (wanted: string): boolean => peek().kind !== 'string' && peek().text === wanted
  return {
    peek,
    sees,
    take: (wanted) => takeIf(sees(wanted)),
    takeWord: () => takeIf(peek().kind === 'word'),
    takeString: () => takeIf(peek().kind === 'string'),
    end: () => end,
  }
}

/** The end of the text reads as a mark without text. */
function readToken(text: string, at: number): Token {
  const start = skipTrivia(text, at)
  const first = text.charAt(start)
  const stringEnd = first === '"' || first === "'" ? endOfString(text, start) : undefined
  if (stringEnd !== undefined) return { kind: 'string', text: '', end: stringEnd }
  const wordEnd = endOfWord(text, start)
  if (wordEnd > start) return { kind: 'word', text: text.slice(start, wordEnd), end: wordEnd }
  return { kind: 'mark', text: first, end: start + first.length }
}

/** Bounded steps instead of one long match: V8's matcher keeps memory for each repetition. */
function endOfWord(text: string, start: number): number {
  const piece =
    /(?:[$\u200c\u200d\p{ID_Continue}]|\\u[\da-fA-F]{4}|\\u\{[\da-fA-F]{1,6}\}){1,500}/uy
  piece.lastIndex = start
  let end = start
  while (piece.test(text)) end = piece.lastIndex
  return end
}

/** Undefined for a string that its line cuts off. A backslash carries it over the line's end. */
function endOfString(text: string, start: number): number | undefined {
  const quote = text.charAt(start)
  const stop = /["'\\\n\r]/g
  stop.lastIndex = start + 1
  for (let found = stop.exec(text); found !== null; found = stop.exec(text)) {
    const [mark] = found
    if (mark === quote) return stop.lastIndex
    if (mark === '\n' || mark === '\r') return undefined
    if (mark === '\\') stop.lastIndex += text.startsWith('\r\n', stop.lastIndex) ? 2 : 1
  }
  return undefined
}
