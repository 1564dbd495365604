import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict'
import { test } from 'node:test'
import * as protocol from '@supolka/codemode-executor-protocol'
import { codeOf, readText, tableRows } from './document-table.ts'

const DOCUMENT = 'docs/reference/failures.md'

// One instance of each class. A class without one here fails the first test.
const failures: Record<string, Error> = {
  AnswerTooLargeError: new protocol.AnswerTooLargeError('response body', 9_000_000, 8_388_608),
  BufferGrowthAbsentError: new protocol.BufferGrowthAbsentError('ArrayBuffer.prototype.resize'),
  CacheStorageAbsentError: new protocol.CacheStorageAbsentError(),
  CompressionAbsentError: new protocol.CompressionAbsentError('CompressionStream'),
  DuplicateProviderNameError: new protocol.DuplicateProviderNameError('store'),
  ExecutionAbortedError: new protocol.ExecutionAbortedError(),
  ExecutionTimeoutError: new protocol.ExecutionTimeoutError(250),
  HandleNotFoundError: new protocol.HandleNotFoundError('e1', 'scheduled', ['fetch']),
  InvalidProviderNameError: new protocol.InvalidProviderNameError('1st'),
  MemoryLimitError: new protocol.MemoryLimitError(32),
  ModuleKeyCollisionError: new protocol.ModuleKeyCollisionError('a', 'a', './a'),
  ModuleNotFoundError: new protocol.ModuleNotFoundError('yaml', ['greeter']),
  OutboundDisabledError: new protocol.OutboundDisabledError(),
  PayloadTooLargeError: new protocol.PayloadTooLargeError('tool call', 9_000_000, 8_388_608),
  ReservedProviderNameError: new protocol.ReservedProviderNameError('console'),
  ReservedWordProviderNameError: new protocol.ReservedWordProviderNameError('delete'),
  ToolNotFoundError: new protocol.ToolNotFoundError('listOrder'),
  UnsupportedModuleKindError: new protocol.UnsupportedModuleKindError('logo'),
}

const faults: Record<string, Error> = {
  HandlesClosedError: new protocol.HandlesClosedError('e1'),
  QueueOverflowError: new protocol.QueueOverflowError(1),
  ResponseTooLargeError: new protocol.ResponseTooLargeError(33_000_000, 32_505_856),
}

function exportedClasses(isWanted: (prototype: unknown) => boolean): Array<string> {
  return Object.entries(protocol)
    .filter(([, value]) => typeof value === 'function' && isWanted(value.prototype))
    .map(([name]) => name)
    .toSorted()
}

/** The documented text, each `<fact>` standing for any text, and nothing else for anything. */
function patternOf(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

  return new RegExp(`^${escaped.replaceAll(/<\w+>/g, '.+')}$`)
}

const isFault = (prototype: unknown): boolean => prototype instanceof protocol.ExecutorError
const isFailure = (prototype: unknown): boolean =>
  prototype instanceof Error &&
  !isFault(prototype) &&
  prototype !== protocol.ExecutorError.prototype

/** The table of codes has three columns, that of classes two. */
const faultRows = tableRows(DOCUMENT, 'Faults')
const codeRows = faultRows.filter((row) => row.length === 3)
const classRows = faultRows.filter((row) => row.length === 2)
const failureRows = tableRows(DOCUMENT, 'Declared failures')

test('the reference has a row for each declared failure, and for nothing else', () => {
  const exported = exportedClasses(isFailure)
  deepStrictEqual(failureRows.map(([name]) => codeOf(name)).toSorted(), exported)
  deepStrictEqual(Object.keys(failures).toSorted(), exported)
})

test('the reference has a row for each class of fault, and for nothing else', () => {
  const exported = exportedClasses(isFault)
  deepStrictEqual(classRows.map(([name]) => codeOf(name)).toSorted(), exported)
  deepStrictEqual(Object.keys(faults).toSorted(), exported)
})

for (const [name, text = ''] of [...failureRows, ...classRows]) {
  test(`the text of ${name} is the one its class composes`, () => {
    const instance = { ...failures, ...faults }[codeOf(name)]
    ok(instance !== undefined)
    match(instance.message, patternOf(text))
  })
}

test('the reference has each code of a fault with its usual answer to a retry', () => {
  deepStrictEqual(
    codeRows.map(([code, retryable]) => [codeOf(code), retryable]),
    protocol.EXECUTOR_ERROR_CODES.map((code) => [
      code,
      String(new protocol.ExecutorError(code, '').retryable),
    ]),
  )
})

test('the other texts of the reference stand in the sources as they are', () => {
  const sources = [
    'protocol/src/dispatch.ts',
    'executor/src/guest/entry.ts',
    'executor/src/guest/fetch/response-message.ts',
    'executor/src/pool/retained.ts',
    'executor/src/child/host-calls.ts',
  ].map((path) => readText(`packages/${path}`))
  const missing = tableRows(DOCUMENT, 'Texts that keep their own shape')
    .map(([text = '']) => text)
    .filter((text) => !sources.some((source) => source.includes(text)))
  deepStrictEqual(missing, [])
  strictEqual(protocol.EXECUTION_COMPLETED_MESSAGE, 'Execution has already completed.')
})

test('the texts of faults that this executor composes are the ones the reference quotes', () => {
  const source = ['exit-cause', 'pool'].map((name) =>
    readText(`packages/executor/src/pool/${name}.ts`),
  )
  const composed = source
    .join('\n')
    .matchAll(/[`'](Worker \$\{workerId\} [^`']+|The pool [^`']+)[`']/g)
  const document = readText(DOCUMENT).replaceAll(/\s+/g, ' ')
  const texts = [...composed].map(([, text = '']) => text.replace('${workerId}', '<id>'))
  strictEqual(texts.length, 5)
  for (const text of texts) ok(document.includes(`\`${text}\``), `${text} is not documented.`)
})
