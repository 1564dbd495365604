import { deepStrictEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, readText, tableRows } from './document-table.ts'

test('the reference has each cause of a child that is gone, in the order of its declaration', () => {
  const source = readText('packages/executor/src/observer.ts')
  const declaration = /export type ChildExitCause =(.*?)\n\n/s.exec(source)?.[1] ?? ''
  deepStrictEqual(
    tableRows('docs/reference/executor.md', 'The observer').map(([cause]) => codeOf(cause)),
    [...declaration.matchAll(/^ {2}\| '([\w-]+)'$/gm)].map(([, cause]) => cause),
  )
})
