import { deepStrictEqual } from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { readOptions } from '../../packages/executor/src/options.ts'
import { codeOf, readText, tableRows } from './document-table.ts'

const DOCUMENT = 'docs/reference/executor.md'

const rows = tableRows(DOCUMENT, 'createExecutor(options?)').map(
  ([name, value]): [string, string] => [codeOf(name), codeOf(value)],
)

/** A default as the reference writes it. */
function written(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en-US').replaceAll(',', '_')

  return inspect(value)
}

test('the reference has each option, in the order of its declaration', () => {
  const declaration = /export type ExecutorOptions = \{(.*?)^\}/ms.exec(
    readText('packages/executor/src/options.ts'),
  )
  const names = [...(declaration?.[1] ?? '').matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name)
  deepStrictEqual(
    rows.map(([name]) => name),
    names,
  )
})

test('the reference has the default of each option', () => {
  const settings = readOptions()
  const byHost: Record<string, [string, unknown]> = {
    workers: ['availableParallelism()', availableParallelism()],
    execPath: ['process.execPath', process.execPath],
  }
  const expected = Object.entries(settings).map(([name, value]): [string, string] => {
    const [text, own] = byHost[name] ?? []

    return [name, text !== undefined && own === value ? text : written(value)]
  })
  deepStrictEqual(new Map(rows), new Map(expected))
})
