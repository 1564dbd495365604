import { deepEqual, doesNotThrow, equal, throws } from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  ResponseTooLargeError,
  type ExecuteResultMessage,
} from '@supolka/codemode-executor-protocol'
import { serialize } from 'capnweb'
import fc from 'fast-check'
import { checkOutcomeSize, checkResponseSize } from '../src/measure-answer.ts'

const usage = { wallMs: 1.5, guestMs: 0.25, toolCalls: 3, peakHeapBytes: 100 }
const sizeOf = (answer: unknown): number => Buffer.byteLength(serialize(answer))

/** An answer passes at exactly its size, and one byte below is refused with the size in the text. */
function checkBoundary<Answer>(
  check: (answer: Answer, limit: number) => void,
  answer: Answer,
): void {
  const size = sizeOf(answer)
  doesNotThrow(() => check(answer, size))
  doesNotThrow(() => check(answer, size * 100 + 10_000))
  throws(() => check(answer, size - 1), {
    message: new ResponseTooLargeError(size, size - 1).message,
  })
}

const texts = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '\u0000', '\u001f', '\ud800', 'é', '€'),
    maxLength: 200,
  }),
)

/** As everything that crosses has. */
const plain = { noNullPrototype: true as const }

suite('an outcome is measured as it crosses', () => {
  test('to the byte, whatever it holds', () => {
    const level = fc.constantFrom('log' as const, 'warn' as const, 'error' as const)
    const logs = fc.array(fc.record({ level, text: texts }, plain))
    const resultJson = texts.map((text) => JSON.stringify(text))
    const handles = fc.constant(['fetch'])
    const outcome = fc.oneof(
      fc.record({ resultJson, logs }, plain),
      fc.record({ error: texts, logs }, plain),
      fc.record({ logs, executionId: fc.string(), handles }, plain),
    )
    fc.assert(
      fc.property(outcome, (random) => {
        checkBoundary(checkOutcomeSize, { ...random, usage } as ExecuteResultMessage)
      }),
      { numRuns: 500 },
    )
  })

  test('and refused with the tool calls that were made', () => {
    const message = { resultJson: JSON.stringify('x'.repeat(100)), logs: [], usage }
    throws(() => checkOutcomeSize(message, 100), {
      code: 'RESPONSE_TOO_LARGE',
      retryable: false,
      dispatched: 3,
    })
    const { usage: _, ...without } = message
    throws(() => checkOutcomeSize(without, 100), { dispatched: 0 })
  })

  test('at 31 MiB as well', () => {
    const size = 32_505_856
    const empty = { error: '', logs: [], usage }
    const room = size - sizeOf(empty)
    const full = { ...empty, error: '\u0001'.repeat(Math.floor(room / 6)) + 'x'.repeat(room % 6) }
    equal(sizeOf(full), size)
    doesNotThrow(() => checkOutcomeSize(full, size))
    throws(() => checkOutcomeSize({ ...full, error: `${full.error}x` }, size), {
      message: new ResponseTooLargeError(size + 1, size).message,
    })
  })
})

suite('a response is measured as it crosses', () => {
  test('to the byte, its body as base64', () => {
    const status = fc.integer({ min: 200, max: 599 })
    const headers = fc.array(fc.tuple(texts, texts), { maxLength: 5 })
    const body = fc.uint8Array({ maxLength: 100 }).map((bytes) => new Uint8Array(bytes).buffer)
    const response = fc.record({ status, statusText: texts, headers, body }, plain)
    fc.assert(
      fc.property(response, (random) => checkBoundary(checkResponseSize, random)),
      { numRuns: 500 },
    )
  })

  test('and refused without a count of tool calls: it has none', () => {
    const response = { status: 200, statusText: '', headers: [], body: new ArrayBuffer(300) }
    throws(
      () => checkResponseSize(response, 400),
      (error) => {
        deepEqual(Object.keys(error as object).toSorted(), ['code', 'retryable'])

        return true
      },
    )
  })
})
