import { deepStrictEqual, ok } from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { test } from 'node:test'
import * as protocol from '@supolka/codemode-executor-protocol'
import { codeOf, readText, root, tableRows } from './document-table.ts'

const DOCUMENT = 'docs/reference/limits.md'

const SOURCES = 'packages/executor/src'
const sourceFiles = globSync('**/*.ts', { cwd: join(root, SOURCES) })

const numberOf = (text = ''): number => Number(text.replaceAll(/[,_]/g, ''))

test('the reference has each number of the contract with its value, and nothing else', () => {
  const exported = new Map<string, number>()
  for (const [name, value] of Object.entries(protocol)) {
    if (typeof value === 'number' && name !== 'PROTOCOL_VERSION') exported.set(name, value)
  }
  deepStrictEqual(
    new Map(
      tableRows(DOCUMENT, 'Constants of the contract')
        .filter((row) => row.length === 4)
        .map(([name, value]) => [codeOf(name), numberOf(value)]),
    ),
    exported,
  )
})

test('the reference quotes the line that ends a full console', () => {
  const document = readText(DOCUMENT).replaceAll(/\s+/g, ' ')
  ok(document.includes(`\`${protocol.CONSOLE_CAPTURE_MESSAGE}\``))
})

/** The numbers that the files of one side declare under a name. */
function declaredNumbers(name: string, side: string): Array<number> {
  const own = side === 'host' ? '!(child|guest)/**/*.ts' : `${side}/**/*.ts`
  const declaration = new RegExp(
    String.raw`^(?:export )?const ${name}(?:: number)? = ([\d_]+)$`,
    'm',
  )

  return sourceFiles
    .filter((file) => matchesGlob(file, own) || (side === 'host' && !file.includes('/')))
    .flatMap((file) => declaration.exec(readText(`${SOURCES}/${file}`))?.[1] ?? [])
    .map(numberOf)
}

for (const [name, value, side = ''] of tableRows(DOCUMENT, 'Inner bounds')) {
  test(`${name} of the ${side} is the number the reference has`, () => {
    const declared = declaredNumbers(codeOf(name), side)
    ok(declared.includes(numberOf(value)), `The sources say ${declared.join(', ') || 'nothing'}.`)
  })
}

test('the parts that a payload bound has are the ones the reference explains', () => {
  const declared = /type PayloadPart = ([^\n]+)/.exec(
    readText('packages/protocol/src/failures/payload-too-large.ts'),
  )
  const parts = [...(declared?.[1] ?? '').matchAll(/"([^"]+)"|'([^']+)'/g)]
  deepStrictEqual(
    tableRows(DOCUMENT, 'Constants of the contract')
      .filter((row) => row.length === 2)
      .map(([part]) => part),
    parts.map(([, double, single]) => double ?? single),
  )
})
