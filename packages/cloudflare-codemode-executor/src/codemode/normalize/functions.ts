// Tells which expressions and declarations of a tree are functions, and whether anybody calls on them.

import type { AnyNode, Program } from 'acorn'
import { walk } from './walk.ts'

/** A statement at the top of a program, or in a function. */
export type Statement = Program['body'][number]

/** The expression inside of any parentheses. */
export function bare(expression: AnyNode): AnyNode {
  let inner = expression
  while (inner.type === 'ParenthesizedExpression') inner = inner.expression

  return inner
}

/** A function that is written where it stands; nothing but a call of it can be meant. */
export function isFunctionLiteral(expression: AnyNode): boolean {
  const { type } = bare(expression)

  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression'
}

/**
 * The name of the function that `statement`, the last one of `program`, declares and that nobody
 * refers to: a model that writes such a function means it to be run.
 */
export function uncalledFunction(
  program: Program,
  statement: Statement | undefined,
): string | undefined {
  if (statement === undefined) return undefined
  const name = declaredFunction(statement)
  if (name === undefined) return undefined

  return isReferenced(program, name, statement) ? undefined : name
}

function declaredFunction(statement: Statement): string | undefined {
  if (statement.type === 'ExportNamedDeclaration') {
    return statement.declaration ? declaredFunction(statement.declaration) : undefined
  }
  if (statement.type === 'FunctionDeclaration') return statement.id.name
  if (statement.type !== 'VariableDeclaration' || statement.declarations.length !== 1) {
    return undefined
  }
  const [declared] = statement.declarations
  const isFunction = declared?.init ? isFunctionLiteral(declared.init) : false

  return isFunction && declared?.id.type === 'Identifier' ? declared.id.name : undefined
}

/** Whether a name stands anywhere outside of `declaration`. Names of properties do not count. */
function isReferenced(program: Program, name: string, declaration: AnyNode): boolean {
  const labels = new Set<unknown>()
  for (const node of walk(program, (at) => at === declaration || labels.has(at))) {
    if ('computed' in node && !node.computed) {
      if ('property' in node) labels.add(node.property)
      if ('key' in node) labels.add(node.key)
    }
    if (node.type === 'Identifier' && node.name === name) return true
  }

  return false
}
