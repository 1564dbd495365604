// Reads a program with acorn: its syntax tree, or how far the text made sense. It asks less than V8 does:
// declared twice, a wrong flag of a regular expression and the like are V8's to say.

import { Parser, type Node, type Options, type Program } from 'acorn'

/** A text that acorn could read. */
export type ParsedScript = { program: Program }

/** A text that acorn could not read to its end. */
export type UnparsedScript = {
  program: undefined
  /** The offset where it made no sense any more. */
  at: number
  /** The offset behind the import declarations that the text starts with; 0 without any. */
  importsEnd: number
  /** What stands behind them starts as an arrow function, wherever it goes wrong. */
  isArrow: boolean
}

/**
 * The most characters that are read here, in the host's own thread. What is longer goes to the executor
 * as it is: the programs of that size that exist are arrow functions which hold a specification.
 */
export const PARSE_LIMIT = 1_048_576

/** What every reading of a program agrees on. */
export const SCRIPT_OPTIONS: Options = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  allowReturnOutsideFunction: true,
  preserveParens: true,
}

/** The inner methods of acorn's parser that its plugins are made to replace. */
interface ParserInternals {
  readonly start: number
  parse(): Program
  parseStatement(...args: Array<unknown>): Node
  parseArrowExpression(node: Node, ...args: Array<unknown>): Node
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- acorn declares none of them
const BaseParser = Parser as unknown as new (options: Options, input: string) => ParserInternals

class ScriptParser extends BaseParser {
  importsEnd = 0
  isArrow = false
  #bodyStart: number | undefined
  #isInBody = false

  override parseStatement(context: unknown, isTopLevel: unknown, ...rest: Array<unknown>): Node {
    if (isTopLevel !== true || this.#isInBody) {
      return super.parseStatement(context, isTopLevel, ...rest)
    }
    this.#bodyStart = this.start
    const statement = super.parseStatement(context, isTopLevel, ...rest)
    if (statement.type === 'ImportDeclaration') this.importsEnd = statement.end
    else this.#isInBody = true

    return statement
  }

  override parseArrowExpression(node: Node, ...rest: Array<unknown>): Node {
    if (node.start === this.#bodyStart) this.isArrow = true

    return super.parseArrowExpression(node, ...rest)
  }

  // Acorn looks names up in lists. A text of a megabyte can declare so many that the host would stand
  // still for a minute, and V8 says the same afterwards, in the words a model knows.
  declareName(): void {}
  checkLocalExport(): void {}
  validateRegExpFlags(): void {}
  validateRegExpPattern(): void {}
}

/** What a caller may hear of while a text is read. */
export type ReadingHooks = Pick<Options, 'onToken' | 'onComment'>

/** Never throws, whatever the text, and takes time linear in its length. */
export function parseScript(text: string, hooks?: ReadingHooks): ParsedScript | UnparsedScript {
  const parser = new ScriptParser({ ...SCRIPT_OPTIONS, ...hooks }, text)
  try {
    return { program: parser.parse() }
  } catch (failure) {
    const { importsEnd, isArrow } = parser

    return { program: undefined, at: offsetOf(failure), importsEnd, isArrow }
  }
}

/** Acorn's errors say where. One without an offset comes from a text that is nested too deeply. */
function offsetOf(failure: unknown): number {
  const isPlaced = failure instanceof SyntaxError && 'pos' in failure

  return isPlaced && typeof failure.pos === 'number' ? failure.pos : 0
}
