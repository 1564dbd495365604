// Decides what the value of a program is: its default export, or what its last statement stands for.

import type { AnyNode, ExportDefaultDeclaration, Node, Program } from 'acorn'
import { blank, type Edit } from './edit-text.ts'
import { bare, isFunctionLiteral, uncalledFunction, type Statement } from './functions.ts'

/** The edits that make a function body of the statements, and the line that goes behind them. */
export type EntryValue = { edits: Array<Edit>; tail: string }

/** The value of `statements`, which are those of `program` without its imports. */
export function findValue(
  source: string,
  program: Program,
  statements: Array<Statement>,
): EntryValue {
  const last = statements.at(-1)
  const exported = statements.find((statement) => statement.type === 'ExportDefaultDeclaration')
  if (exported) return valueOfExport(source, exported, exported === last)
  const renamed = defaultSpecifier(statements)
  if (renamed !== undefined) return { edits: [], tail: returnName(renamed) }
  if (last?.type === 'ExpressionStatement') {
    return { edits: [replace(last, returnExpression(source, last.expression))], tail: '' }
  }
  if (last?.type === 'ReturnStatement' && last.argument && isFunctionLiteral(last.argument)) {
    return { edits: [replace(last, returnExpression(source, last.argument))], tail: '' }
  }
  const name = uncalledFunction(program, last)

  return { edits: [], tail: name === undefined ? '' : `return ${name}()` }
}

const replace = ({ start, end }: Node, text: string): Edit => ({ start, end, text })

/** A statement that returns the value. No result can hold a function, so that one is called. */
function returnExpression(source: string, expression: AnyNode): string {
  const inner = bare(expression)
  if (inner.type === 'Identifier') return returnName(inner.name)
  const text = source.slice(expression.start, expression.end)

  return isFunctionLiteral(inner) ? `return (${text})()` : `return (${text})`
}

const returnName = (name: string): string =>
  `return typeof ${name} === 'function' ? ${name}() : ${name}`

function valueOfExport(
  source: string,
  node: ExportDefaultDeclaration,
  isLast: boolean,
): EntryValue {
  const { declaration } = node
  if ('id' in declaration && declaration.id && declaration.type !== 'ClassExpression') {
    const { name } = declaration.id
    const isCalled = declaration.type === 'FunctionDeclaration'

    return {
      edits: [blank(source, { start: node.start, end: declaration.start })],
      tail: isCalled ? `return ${name}()` : '',
    }
  }
  if (isLast) {
    const isCalled = declaration.type === 'FunctionDeclaration'
    const text = `return (${source.slice(declaration.start, declaration.end)})()`

    return {
      edits: [replace(node, isCalled ? text : returnExpression(source, declaration))],
      tail: '',
    }
  }
  const name = unusedName(source)

  return {
    edits: [
      { start: node.start, end: declaration.start, text: `const ${name} = (` },
      { start: declaration.end, end: node.end, text: ');' },
    ],
    tail: returnName(name),
  }
}

function unusedName(source: string): string {
  let name = 'entry'
  while (source.includes(name)) name += '_'

  return name
}

/** The name behind `export { name as default }`. */
function defaultSpecifier(statements: Array<Statement>): string | undefined {
  for (const statement of statements) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.source) continue
    const found = statement.specifiers.find(({ exported }) => nameOf(exported) === 'default')
    if (found) return nameOf(found.local)
  }

  return undefined
}

const nameOf = (node: { name: string } | { value?: unknown }): string =>
  'name' in node ? node.name : String(node.value)
