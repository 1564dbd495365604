import { deepStrictEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { createExecutor } from '@supolka/codemode-executor'
import { readText, tableRows } from './document-table.ts'

const DOCUMENT = 'docs/reference/guest-runtime.md'

const namesIn = (cells: Array<string>): Array<string> =>
  cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))

const without = (names: Array<string>, others: Array<string>): Array<string> =>
  names.filter((name) => !others.includes(name)).toSorted()

const groupRows = tableRows(DOCUMENT, 'Web globals')
const GLOBAL_NAMES = 'Object.getOwnPropertyNames(globalThis).join()'
const UNGROUPED = ['queueMicrotask', 'self']

test('the reference has each global of each group, and no other', () => {
  const declared = readText('packages/executor/src/guest/groups.ts').matchAll(
    /^ {2}(\w+): \{\s+globals: \[([^\]]*)\]/gm,
  )
  const groups = [...declared]
    .map(([, name = '', list = '']): [string, Array<string>] => [
      name,
      [...list.matchAll(/'(\w+)'/g)].map(([, global = '']) => global).toSorted(),
    ])
    .filter(([, names]) => names.length > 0)
  deepStrictEqual(
    new Map(groupRows.map(([group, names = '']) => [group, namesIn([names]).toSorted()])),
    new Map(groups),
  )
})

test('an isolate has the documented globals, and beside them the language alone', async () => {
  await using executor = createExecutor({ workers: 1, outbound: null })
  const { result } = await executor.execute({
    code: `async () => ${GLOBAL_NAMES}`,
  })
  const found = String(result).split(',')
  const documented = [...namesIn(groupRows.map(([, names = '']) => names)), ...UNGROUPED]
  // A context without anything of Node's has what V8 itself puts there.
  const language = String(runInNewContext(GLOBAL_NAMES)).split(',')
  deepStrictEqual(without(found, language), without(documented, language))
  deepStrictEqual(without(language, found), ['WebAssembly'])
})

test('what the reference calls plainly absent reads undefined', async () => {
  await using executor = createExecutor({ workers: 1, outbound: null })
  const names = namesIn(tableRows(DOCUMENT, 'Plainly absent').map(([cell = '']) => cell))
  const { result } = await executor.execute({
    code: `async () => ${JSON.stringify(names)}.filter((name) => typeof globalThis[name] !== 'undefined')`,
  })
  deepStrictEqual(result, [])
})
