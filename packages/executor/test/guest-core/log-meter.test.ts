import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  CONSOLE_CAPTURE_LIMIT,
  CONSOLE_CAPTURE_MESSAGE,
  type LogLine,
} from '@supolka/codemode-executor-protocol'
import { bundleGuest, openGuest } from './isolate.ts'

const guest = await openGuest(
  await bundleGuest(`
import { createLogMeter } from '../../src/guest/log-meter.ts'
globalThis.meter = (lines) => {
  const emitted = []
  const emit = createLogMeter((level, text) => emitted.push({ level, text }))
  for (const [level, text] of lines) emit(level, text)
  return emitted
}
`),
)
after(() => guest.dispose())

/** What a meter lets through of the lines that an expression makes. */
const emitted = async (lines: string): Promise<Array<LogLine>> =>
  JSON.parse(await guest.run(`return JSON.stringify(meter(${lines}))`))

const closing: LogLine = { level: 'warn', text: CONSOLE_CAPTURE_MESSAGE }
const sizeOf = (lines: Array<LogLine>): number => Buffer.byteLength(JSON.stringify(lines))
const EMPTY = sizeOf([{ level: 'log', text: '' }])

suite('createLogMeter', () => {
  test('lines inside the bound pass as they are', async () => {
    assert.deepEqual(await emitted(`[['log', 'a'], ['warn', ''], ['error', 'č']]`), [
      { level: 'log', text: 'a' },
      { level: 'warn', text: '' },
      { level: 'error', text: 'č' },
    ])
  })

  test('one line of all but the bound passes, and one past it is dropped whole', async () => {
    const fits = await emitted(`[['log', 'x'.repeat(${CONSOLE_CAPTURE_LIMIT - EMPTY - 1})]]`)
    assert.equal(sizeOf(fits), CONSOLE_CAPTURE_LIMIT - 1)
    assert.deepEqual(await emitted(`[['log', 'x'.repeat(${CONSOLE_CAPTURE_LIMIT - EMPTY + 1})]]`), [
      closing,
    ])
    assert.deepEqual(await emitted(`[['log', 'x'.repeat(${CONSOLE_CAPTURE_LIMIT * 3})]]`), [
      closing,
    ])
  })

  const floods = [
    ['empty lines', ''],
    ['quotes', '""'],
    ['control characters', String.fromCharCode(1)],
    ['characters of two bytes', 'č'.repeat(50)],
    ['characters of four bytes', '🐎'.repeat(50)],
    ['lone surrogates', '\\ud800'],
  ] as const
  for (const [name, text] of floods) {
    test(`${name} fill the bound by what they cost on the wire`, async () => {
      const quoted = JSON.stringify(text).replaceAll('\\\\ud800', '\\ud800')
      const lines = await emitted(`Array.from({ length: 60_000 }, () => ['log', ${quoted}])`)
      assert.deepEqual(lines.pop(), closing)
      const size = sizeOf(lines)
      const [one] = lines
      assert.ok(one)
      assert.ok(size <= CONSOLE_CAPTURE_LIMIT, String(size))
      assert.ok(size + sizeOf([one]) > CONSOLE_CAPTURE_LIMIT - 2, String(size))
    })
  }

  test('after the closing line nothing passes, and it comes once', async () => {
    const long = `['error', 'x'.repeat(${CONSOLE_CAPTURE_LIMIT})]`
    assert.deepEqual(await emitted(`[['log', 'a'], ${long}, ['log', ''], ${long}]`), [
      { level: 'log', text: 'a' },
      closing,
    ])
  })
})
