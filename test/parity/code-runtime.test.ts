import { deepStrictEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import * as codeRuntime from '@supolka/code-runtime'
import * as plugin from '@supolka/code-runtime/dsh'
import { DEFAULT_SETTINGS } from '../../packages/code-runtime/src/config.ts'
import { readSettings } from '../../packages/code-runtime/src/dsh/config.ts'
import { codeOf, readText, tableRows } from './document-table.ts'

const DOCUMENT = 'docs/reference/code-runtime.md'

/** A default as the reference writes it. */
function written(value: unknown): string {
  if (value === undefined) return 'none'
  if (typeof value === 'number') return value.toLocaleString('en-US').replaceAll(',', '_')

  return inspect(value)
}

const documented = (heading: string): Array<[name: string, value: string]> =>
  tableRows(DOCUMENT, heading).map(([name, value]) => [
    codeOf(name),
    value === 'none' ? value : codeOf(value),
  ])

function fieldsOf(path: string, type: string): Array<string | undefined> {
  const declaration = new RegExp(`export type ${type} = \\{(.*?)^\\}`, 'ms').exec(readText(path))

  return [...(declaration?.[1] ?? '').matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name)
}

test('the reference has each field of the configuration, with its default', () => {
  const names = fieldsOf('packages/code-runtime/src/config.ts', 'CodeRuntimeConfig')
  deepStrictEqual(
    documented('createCodeRuntime(executor, config?)'),
    names.map((name) => [name, written(Reflect.get(DEFAULT_SETTINGS, name ?? ''))]),
  )
})

test("the reference has each field of the plugin's configuration, with its default", () => {
  const names = fieldsOf('packages/code-runtime/src/dsh/config.ts', 'DshCodeRuntimeConfig')
  const settings = readSettings({})
  deepStrictEqual(
    documented('./dsh'),
    names.map((name) => [name, written(Reflect.get(settings, name ?? ''))]),
  )
})

test('the package exports one function, and the plugin its class', () => {
  deepStrictEqual(Object.keys(codeRuntime), ['createCodeRuntime'])
  deepStrictEqual(Object.keys(plugin), ['default'])
})
