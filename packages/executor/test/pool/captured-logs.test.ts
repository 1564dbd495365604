import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import {
  CONSOLE_CAPTURE_LIMIT,
  CONSOLE_CAPTURE_MESSAGE,
  type LogLine,
} from '@supolka/codemode-executor-protocol'
import { createCapturedLogs } from '../../src/pool/captured-logs.ts'

const line = (text: string): LogLine => ({ level: 'log', text })
const sizeOf = (lines: Array<LogLine>): number => Buffer.byteLength(JSON.stringify(lines))

suite('createCapturedLogs', () => {
  test('keeps each line and passes it on, in order', () => {
    const heard: Array<LogLine> = []
    const logs = createCapturedLogs((one) => heard.push(one))
    const lines: Array<LogLine> = [
      line('a'),
      { level: 'warn', text: '' },
      { level: 'error', text: 'č' },
    ]
    for (const one of lines) logs.add(one)
    assert.deepEqual(logs.lines, lines)
    assert.deepEqual(heard, lines)
  })

  test('takes level and text of what a child sends, and nothing else', () => {
    const logs = createCapturedLogs(undefined)
    logs.add(Object.assign(line('a'), { type: 'log', extra: 'x'.repeat(100) }))
    assert.deepEqual(logs.lines, [line('a')])
  })

  test('the receiver of a line cannot change what is kept', () => {
    const logs = createCapturedLogs((one) => {
      one.text = 'changed'
    })
    logs.add(line('a'))
    assert.deepEqual(logs.lines, [line('a')])
  })

  test('a full console of a guest in order is kept whole, its closing line included', () => {
    const logs = createCapturedLogs(undefined)
    const full = [line('x'.repeat(CONSOLE_CAPTURE_LIMIT - sizeOf([line('')])))]
    assert.equal(sizeOf(full), CONSOLE_CAPTURE_LIMIT)
    for (const one of full) logs.add(one)
    logs.add({ level: 'warn', text: CONSOLE_CAPTURE_MESSAGE })
    assert.equal(logs.lines.length, 2)
  })

  test('past the bound nothing is kept or passed on, short lines neither', () => {
    let heard = 0
    const logs = createCapturedLogs(() => {
      heard += 1
    })
    for (let index = 0; index < 100_000; index += 1) logs.add(line('"\\"'))
    const kept = logs.lines.length
    assert.ok(kept < 100_000 && kept === heard, `${kept}, ${heard}`)
    assert.ok(sizeOf(logs.lines) <= CONSOLE_CAPTURE_LIMIT + 300)
    logs.add(line(''))
    assert.equal(logs.lines.length, kept)
  })

  test('an onLog that throws loses no line, and is heard of as a warning', async () => {
    const warned = once(process, 'warning')
    const logs = createCapturedLogs(() => {
      throw new Error('caller broke')
    })
    logs.add(line('a'))
    logs.add(line('b'))
    assert.deepEqual(logs.lines, [line('a'), line('b')])
    const [warning] = await warned
    assert.match(String(warning), /CodemodeExecutorWarning: onLog threw: Error: caller broke/)
  })
})
