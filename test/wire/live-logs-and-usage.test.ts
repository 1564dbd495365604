// Lines as they happen and what a run used, over the wire.

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  CONSOLE_CAPTURE_LIMIT,
  CONSOLE_CAPTURE_MESSAGE,
  type ExecuteResult,
  type LogLine,
} from '@supolka/codemode-executor-protocol'
import { within } from '../lifecycle/settlement.ts'
import { openServed, type Served } from './served.ts'
import { waitingRun } from './waiting-run.ts'

/** Runs code, and answers its outcome with the lines that had been heard when it was there. */
async function runHearing(
  { executor }: Served,
  code: string,
): Promise<{ outcome: ExecuteResult; heard: Array<LogLine> }> {
  const lines: Array<LogLine> = []
  const outcome = await within(executor.execute({ code, onLog: (line) => lines.push(line) }))

  return { outcome, heard: [...lines] }
}

suite('lines over the wire', () => {
  test('come in order, all before the result, and are those of the result', async () => {
    await using served = await openServed()
    const { outcome, heard } = await runHearing(
      served,
      `async () => {
        for (let n = 0; n < 500; n += 1) console[['log', 'warn', 'error'][n % 3]]('line', n)
        return 'end'
      }`,
    )
    assert.equal(outcome.result, 'end')
    assert.equal(heard.length, 500)
    assert.deepEqual(heard[4], { level: 'warn', text: 'line 4' })
    assert.deepEqual(heard, outcome.logs)
  })

  test('come while the run goes on', async () => {
    await using served = await openServed({ server: { workers: 1 } })
    const first = Promise.withResolvers<LogLine>()
    const run = waitingRun({
      code: `async () => { console.log('before'); await tools.wait(); console.log('after') }`,
      onLog: (line) => first.resolve(line),
    })
    const call = served.executor.execute(run.request)
    assert.deepEqual(await within(first.promise), { level: 'log', text: 'before' })
    await run.waits
    run.release()
    const { logs } = await within(call)
    assert.deepEqual(
      logs?.map(({ text }) => text),
      ['before', 'after'],
    )
  })

  const floods: Array<[what: string, code: string]> = [
    [
      'a megabyte of short ones',
      `async () => { for (let n = 0; n < 60_000; n += 1) console.log(n) }`,
    ],
    [
      'a megabyte of long ones',
      `async () => { for (let n = 0; n < 70; n += 1) console.log(String(n).padEnd(16_000, 'ä')) }`,
    ],
  ]
  for (const [what, code] of floods) {
    test(`may be ${what}, up to the bound of the capture, which the last one names`, async () => {
      await using served = await openServed()
      const { outcome, heard } = await runHearing(served, code)
      assert.equal(outcome.error, undefined)
      assert.deepEqual(heard, outcome.logs)
      assert.deepEqual(heard.at(-1), { level: 'warn', text: CONSOLE_CAPTURE_MESSAGE })
      const bytes = Buffer.byteLength(JSON.stringify(heard))
      assert.ok(bytes > CONSOLE_CAPTURE_LIMIT * 0.95 && bytes < CONSOLE_CAPTURE_LIMIT * 1.01)
    })
  }

  test('of a run that is ended were heard as well', async () => {
    await using served = await openServed()
    const lines: Array<string> = []
    const outcome = await within(
      served.executor.execute({
        code: `async () => { console.log('last words'); for (;;) {} }`,
        timeout: 500,
        onLog: ({ text }) => lines.push(text),
      }),
    )
    assert.match(outcome.error ?? '', /^Execution timed out/)
    assert.deepEqual(lines, ['last words'])
  })

  test('of runs at the same time do not mix', async () => {
    await using served = await openServed({ server: { workers: 2 } })
    const runs = ['a', 'b', 'c', 'd'].map(async (name) => {
      const { heard } = await runHearing(
        served,
        `async () => { for (let n = 0; n < 200; n += 1) { console.log('${name}' + n); await null } }`,
      )

      return heard.every(({ text }, index) => text === `${name}${index}`) && heard.length
    })
    assert.deepEqual(await Promise.all(runs), [200, 200, 200, 200])
  })

  test('reach a listener that throws, and the run does not notice', async () => {
    await using served = await openServed()
    let calls = 0
    const outcome = await within(
      served.executor.execute({
        code: `async () => { console.log(1); console.log(2); return 'fine' }`,
        onLog: () => {
          calls += 1
          throw new Error('of the caller')
        },
      }),
    )
    assert.deepEqual([outcome.result, calls], ['fine', 2])
  })
})

suite('what a run used, over the wire', () => {
  const code = `async () => {
    const list = Array.from({ length: 100_000 }, (_, n) => ({ n }))
    await tools.wait()
    return list.length
  }`

  test('is there, measured, and does not show', async () => {
    await using served = await openServed()
    const run = waitingRun({ code })
    run.release()
    const outcome = await within(served.executor.execute(run.request))
    assert.deepEqual(Object.keys(outcome), ['result', 'logs'])
    assert.equal(JSON.stringify(outcome), '{"result":100000,"logs":[]}')
    const { usage } = outcome
    assert.ok(usage !== undefined)
    assert.deepEqual(Object.keys(usage).toSorted(), [
      'guestMs',
      'peakHeapBytes',
      'toolCalls',
      'wallMs',
    ])
    assert.equal(usage.toolCalls, 1)
    assert.ok(usage.guestMs > 0 && usage.wallMs >= usage.guestMs)
    assert.ok(usage.peakHeapBytes > 1_000_000)
  })

  test('is there for a run that failed, and for one that never ran', async () => {
    await using served = await openServed()
    const failed = await within(served.executor.execute({ code: 'async () => { throw 1 }' }))
    assert.ok((failed.usage?.wallMs ?? 0) > 0)
    const providers = [{ name: 'a-b', tools: [] }]
    const refused = await within(served.executor.execute({ code: 'async () => 1', providers }))
    assert.deepEqual(refused.usage, { wallMs: 0, guestMs: 0, toolCalls: 0, peakHeapBytes: 0 })
    for (const outcome of [failed, refused]) {
      assert.equal(Object.getOwnPropertyDescriptor(outcome, 'usage')?.enumerable, false)
    }
  })
})
