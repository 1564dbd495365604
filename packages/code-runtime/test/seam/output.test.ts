import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { PAYLOAD_LIMIT } from '@supolka/codemode-executor-protocol'
import { describePlaces, ledgerOf } from './seam.ts'

const over = (bytes: number): object => ({
  kind: 'output-limit',
  message: `outer output exceeded ${bytes} bytes`,
})

describePlaces((load) => {
  test('S17: lines past the cap fail the run, and those that fit are kept', async (t) => {
    const { run } = await load(t, { maxOutputBytes: 300 })
    const result = await run('for (let i = 0; i < 1000; i++) console.log("line " + i)\nreturn 1')
    deepEqual(result.error, over(300))
    equal('value' in result, false)
    equal(result.logs[0], 'line 0')
    ok(JSON.stringify(result.logs).length < 300)
  })

  test('a flood of lines ends the run as soon as it is past the cap', async (t) => {
    const { run } = await load(t, { maxOutputBytes: 300 })
    const { error, logs } = await run('for (;;) console.log("again")')
    deepEqual([error, logs[0]], [over(300), 'again'])
  })

  test('S18: of one line past the cap the beginning is kept', async (t) => {
    const { run } = await load(t, { maxOutputBytes: 96 })
    const line = '😀"\\\n'.repeat(100)
    const result = await run(`console.log(${JSON.stringify(line)})`)
    deepEqual(result.error, over(96))
    equal(result.logs.length, 1)
    ok(result.logs[0] !== undefined && result.logs[0] !== '' && line.startsWith(result.logs[0]))
    ok(ledgerOf(result) <= 96)
  })

  test('S19: a completion past the cap fails the run', async (t) => {
    const { run } = await load(t, { maxOutputBytes: 64 })
    deepEqual(await run('return "x".repeat(10000)'), { logs: [], error: over(64) })
  })

  test('S20: the account is in bytes: € alone takes 7', async (t) => {
    const exact = await load(t, { maxOutputBytes: 7 })
    deepEqual(await exact.run('return "€"'), { value: '€', logs: [] })
    const less = await load(t, { maxOutputBytes: 6 })
    equal((await less.run('return "€"')).error?.kind, 'output-limit')
  })

  test('S21: logs and value are on one account', async (t) => {
    const program = 'console.log("abc")\nreturn "xy"'
    const exact = await load(t, { maxOutputBytes: 11 })
    deepEqual(await exact.run(program), { value: 'xy', logs: ['abc'] })
    const less = await load(t, { maxOutputBytes: 10 })
    const result = await less.run(program)
    equal(result.error?.kind, 'output-limit')
    equal('value' in result, false)
    ok(ledgerOf(result) <= 10)
  })

  test('S22: logs and message are on one account', async (t) => {
    const program = 'console.log("abc")\nthrow "xy"'
    const exact = await load(t, { maxOutputBytes: 11 })
    deepEqual(await exact.run(program), {
      logs: ['abc'],
      error: { kind: 'exception', message: 'xy' },
    })
    const less = await load(t, { maxOutputBytes: 10 })
    const result = await less.run(program)
    equal(result.error?.kind, 'output-limit')
    ok(ledgerOf(result) <= 10)
  })

  test('S23: a message past the cap leaves the fixed text', async (t) => {
    const { run } = await load(t, { maxOutputBytes: 64 })
    deepEqual(await run('throw new Error("x".repeat(1000000))'), { logs: [], error: over(64) })
  })

  test('S24: an array of 50,000 numbers is returned exactly', async (t) => {
    const { run } = await load(t)
    const { value } = await run('return Array.from({ length: 50000 }, (_, i) => i * 1.5)')
    deepEqual(
      value,
      Array.from({ length: 50_000 }, (_, index) => index * 1.5),
    )
  })

  test('S25: a string that fills the default cap passes', { timeout: 60_000 }, async (t) => {
    const { run } = await load(t)
    const size = PAYLOAD_LIMIT - 4
    const { value, error } = await run(`return "y".repeat(${size})`)
    equal(error, undefined)
    ok(value === 'y'.repeat(size))
  })

  test('S26: one character more fails the run', { timeout: 60_000 }, async (t) => {
    const { run } = await load(t)
    deepEqual(await run(`return "y".repeat(${PAYLOAD_LIMIT - 3})`), {
      logs: [],
      error: over(PAYLOAD_LIMIT),
    })
  })
})
