// TypeScript to JavaScript by erasing types: every token that stays keeps its line and column, and
// plain JavaScript comes back as it is. What cannot be erased is refused by name.

import { meterText } from '@supolka/codemode-executor-protocol'
import tsBlankSpace from 'ts-blank-space'

/** The program without its types, or why it has none. */
export type Stripped = { code: string; refusal?: undefined } | { refusal: string; code?: undefined }

/** Puts the program where it will stand, so that `await`, `return` and `yield` are read as there. */
const HEAD = 'async () => {\n'
const TAIL = '\n}'

/** Strips a function body. Never throws. */
export function stripTypes(program: string): Stripped {
  const source = HEAD + program + TAIL
  let refusal: string | undefined
  try {
    const code = tsBlankSpace(meterText(source, readsOf(source)), (node) => {
      refusal ??= describeNode(source, node.pos, node.end)
    })

    return refusal === undefined
      ? { code: code.slice(HEAD.length, code.length - TAIL.length) }
      : { refusal }
  } catch {
    // Out of reads, or nested too deep for a parser that recurses.
    return {
      refusal: 'The program takes too much to be read. Write it shorter, or with less nesting.',
    }
  }
}

/**
 * How often the parser may read a program: ordinary code takes two or three reads for each character.
 * It tries some texts again and again, 25 times `async (` for minutes, and this process has other work.
 */
const READS_PER_CHARACTER = 24
const READS_AT_LEAST = 4_096

/** Half a second of reading, at most. Megabytes of program take a part of it. */
const READS_AT_MOST = 8_000_000

const readsOf = ({ length }: string): number =>
  Math.min(READS_AT_LEAST + length * READS_PER_CHARACTER, READS_AT_MOST)

/** Syntax that is more than types, by how its text begins, with what to write in its place. */
const SYNTAX: ReadonlyArray<{ begins: RegExp; name: string; instead: string }> = [
  {
    begins: /^(?:export\s+|declare\s+)*(?:const\s+)?enum\b/,
    name: 'an enum',
    instead: 'Write a plain object and "as const" instead.',
  },
  {
    begins: /^(?:export\s+|declare\s+)*(?:namespace|module|global)\b/,
    name: 'a namespace',
    instead: 'Write a plain object instead.',
  },
  {
    begins: /^(?:export\s+)?import\b/,
    name: 'an "import =" declaration',
    instead: 'A program has no modules to import; leave it out.',
  },
  {
    begins: /^export\b/,
    name: 'an "export =" declaration',
    instead: 'A program is the body of a function; return the value instead.',
  },
  {
    begins: /^(?:public|private|protected|readonly)\b/,
    name: 'a parameter property',
    instead: 'Declare the field in the class and assign it in the constructor.',
  },
  {
    begins: /^</,
    name: 'a type assertion in angle brackets',
    instead: 'Write "value as Type" instead.',
  },
]

const OTHER = {
  name: 'a type assertion whose removal would change the expression',
  instead: 'Put the asserted part in parentheses.',
}

function describeNode(source: string, pos: number, end: number): string {
  const start = pos + leadingTrivia(source.slice(pos, end))
  const text = source.slice(start, end)
  const { name, instead } = SYNTAX.find(({ begins }) => begins.test(text)) ?? OTHER

  return (
    `TypeScript syntax that is not erasable: ${name} ${positionOf(source, start)}. ` +
    `Types are stripped and not compiled. ${instead}`
  )
}

/** The white space and comments that a node's text begins with. */
function leadingTrivia(text: string): number {
  return /^(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/.exec(text)?.[0].length ?? 0
}

/** Line and column in the program, both from 1. */
function positionOf(source: string, offset: number): string {
  const before = source.slice(HEAD.length, offset)
  const line = before.split('\n').length
  const column = before.length - before.lastIndexOf('\n')

  return `at [program.ts:${line}:${column}]`
}
