// Makes the entry form of a program that could be read: import declarations, then one arrow function.
// An arrow function comes out as it came in, everything else becomes the body of one.

import type { AnyNode, ImportDeclaration, Program } from 'acorn'
import { blank, blankStatement, countLineBreaks, editText, type Edit } from './edit-text.ts'
import { findValue } from './entry-value.ts'
import { bare, type Statement } from './functions.ts'

/** Code in the entry form. Its line `n` is line `n - lineShift` of the text it was made of. */
export type ShapedCode = { code: string; lineShift: number }

export function shapeProgram(source: string, program: Program): ShapedCode {
  const statements = program.body.filter(({ type }) => type !== 'EmptyStatement')
  const imports = statements.filter((statement) => statement.type === 'ImportDeclaration')
  const rest = statements.filter(({ type }) => type !== 'ImportDeclaration')
  const edits = program.body
    .filter(({ type }) => type === 'EmptyStatement')
    .map((statement) => blank(source, statement))
  const arrow = soleArrow(rest)
  if (arrow !== undefined && (imports.at(-1)?.end ?? 0) <= arrow.statement.start) {
    return keepArrow(source, { ...arrow, imports, edits })
  }

  return wrapStatements(source, program, { imports, rest, edits })
}

type SoleArrow = { statement: Statement; expression: AnyNode }

/** The arrow function that the program is, if that is all it is. */
function soleArrow(statements: Array<Statement>): SoleArrow | undefined {
  const [statement, ...others] = statements
  if (statement === undefined || others.length > 0) return undefined
  const expression = expressionOf(statement)
  const isArrow = expression && bare(expression).type === 'ArrowFunctionExpression'

  return isArrow ? { statement, expression } : undefined
}

function expressionOf(statement: Statement): AnyNode | undefined {
  if (statement.type === 'ExpressionStatement') return statement.expression

  return statement.type === 'ExportDefaultDeclaration' ? statement.declaration : undefined
}

type KeptArrow = SoleArrow & { imports: Array<ImportDeclaration>; edits: Array<Edit> }

/** Takes out what stands around the arrow in its statement: `export default`, a semicolon. */
function keepArrow(source: string, kept: KeptArrow): ShapedCode {
  const { statement, expression, imports, edits } = kept
  edits.push(blank(source, { start: statement.start, end: expression.start }))
  edits.push(blank(source, { start: expression.end, end: statement.end }))
  const lastImport = imports.at(-1)
  const isOnImportLine =
    lastImport && countLineBreaks(source.slice(lastImport.end, expression.start)) === 0
  // The executor lifts imports by whole lines, so an arrow behind one would be lifted with it.
  if (isOnImportLine) edits.push({ start: expression.start, end: expression.start, text: '\n' })

  return { code: editText(source, edits), lineShift: isOnImportLine ? 1 : 0 }
}

type Parts = { imports: Array<ImportDeclaration>; rest: Array<Statement>; edits: Array<Edit> }

function wrapStatements(source: string, program: Program, parts: Parts): ShapedCode {
  const { imports, rest, edits } = parts
  const lifted = imports.map(({ start, end }) => source.slice(start, end))
  const start = rest[0]?.start ?? Infinity
  for (const statement of imports) {
    const takeOut = statement.start < start ? blank : blankStatement
    edits.push(takeOut(source, statement))
  }
  for (const statement of rest) unexport(source, statement, { lifted, edits })
  const value = findValue(source, program, rest)
  edits.push(...value.edits)
  const head = lifted.map((declaration) => `${declaration}\n`).join('')
  if (rest.length === 0) return { code: `${head}async () => {}`, lineShift: 0 }
  const body = editText(source, edits)
  const tail = value.tail === '' ? '' : `\n${value.tail}`

  return {
    code: `${head}async () => {\n${body}${tail}\n}`,
    lineShift: countLineBreaks(head) + 1,
  }
}

/** Nobody imports from a program: a declaration stays, and where it takes from is still loaded. */
function unexport(
  source: string,
  statement: Statement,
  { lifted, edits }: { lifted: Array<string>; edits: Array<Edit> },
): void {
  const { start, end } = statement
  if (statement.type === 'ExportAllDeclaration') {
    lifted.push(`import ${source.slice(statement.source.start, end)}`)
    edits.push(blankStatement(source, statement))
  }
  if (statement.type !== 'ExportNamedDeclaration') return
  if (statement.source) lifted.push(`import ${source.slice(statement.source.start, end)}`)
  if (statement.declaration) edits.push(blank(source, { start, end: statement.declaration.start }))
  else edits.push(blankStatement(source, statement))
}
