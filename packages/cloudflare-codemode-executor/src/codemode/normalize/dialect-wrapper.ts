// Sees through what the dialect itself puts around a program on its way to an executor. It wraps what it
// does not understand, such as TypeScript or a fence it does not know, and nobody calls what lies inside.

import type { AnyNode, Expression, Program } from 'acorn'
import { editText, type Edit } from './edit-text.ts'
import { startsWithFence } from './find-block.ts'
import { bare, isFunctionLiteral, uncalledFunction, type Statement } from './functions.ts'
import { walk } from './walk.ts'

const OPENING = 'async () => {\n'
const CLOSING = '\n}'

/**
 * What the dialect wrapped, if the text looks as the dialect makes it: it trims, and so is told from an
 * arrow function that a model wrote and indented.
 */
export function unwrap(text: string): string | undefined {
  if (!text.startsWith(OPENING) || !text.endsWith(CLOSING)) return undefined
  const inner = text.slice(OPENING.length, -CLOSING.length)

  return inner !== '' && inner === inner.trim() ? inner : undefined
}

/** The text as the dialect wraps it. */
export function wrap(text: string): string {
  return `${OPENING}${text}${CLOSING}`
}

/**
 * The fenced text that a program consists of. The dialect knows few fences, and takes the others for
 * tagged templates, which they are by the grammar: `(```js…```)` calls a string, twice.
 */
export function fencedText(source: string, program: Program): string | undefined {
  const [statement, ...others] = wrappedStatements(source, program) ?? []
  if (others.length > 0 || statement?.start !== OPENING.length) return undefined
  const value = returnedValue(statement)
  const inner = value && bare(value)
  if (inner?.type !== 'TaggedTemplateExpression') return undefined
  const text = source.slice(inner.start, inner.end)

  return startsWithFence(text) ? text : undefined
}

/**
 * The wrapper with a call of the function that it ends in and does not call: a trailing arrow function,
 * which the dialect returns, or a declaration. Undefined where there is nothing to mend.
 */
export function callTrailingFunction(source: string, program: Program): string | undefined {
  const last = wrappedStatements(source, program)?.at(-1)
  if (last === undefined || source.charAt(last.start - 1) !== '\n') return undefined
  const value = returnedValue(last)
  if (value && value.type === 'ParenthesizedExpression' && isFunctionLiteral(value)) {
    return editText(source, [insert(value.end, '()')])
  }
  const name = uncalledFunction(program, last)
  if (name === undefined) return undefined

  return editText(source, [insert(source.length - CLOSING.length, `\nreturn ${name}()`)])
}

/**
 * Calls every arrow function that is the only statement of a wrapper inside of the code. Such a statement
 * does nothing, so nobody wrote it: the dialect did, and then put the wrapper into code of its own.
 */
export function callWrappedArrows(source: string, program: Program): string {
  const edits: Array<Edit> = []
  for (const node of walk(program)) {
    const isInner = node.start > 0 && source.startsWith(OPENING, node.start)
    const arrow = isInner ? soleArrow(node) : undefined
    if (arrow) edits.push(insert(arrow.start, 'return ('), insert(arrow.end, ')()'))
  }

  return editText(source, edits)
}

const insert = (at: number, text: string): Edit => ({ start: at, end: at, text })

function wrappedStatements(source: string, program: Program): Array<Statement> | undefined {
  const [statement] = program.body
  if (unwrap(source) === undefined || statement?.type !== 'ExpressionStatement') return undefined

  return statementsOf(statement.expression)
}

function statementsOf(node: AnyNode): Array<Statement> | undefined {
  if (node.type !== 'ArrowFunctionExpression') return undefined

  return node.body.type === 'BlockStatement' ? node.body.body : undefined
}

function soleArrow(node: AnyNode): Expression | undefined {
  const [statement, ...others] = statementsOf(node) ?? []
  if (others.length > 0 || statement?.type !== 'ExpressionStatement') return undefined
  const { expression } = statement

  return bare(expression).type === 'ArrowFunctionExpression' ? expression : undefined
}

function returnedValue(statement: Statement | undefined): Expression | undefined {
  return statement?.type === 'ReturnStatement' ? (statement.argument ?? undefined) : undefined
}
