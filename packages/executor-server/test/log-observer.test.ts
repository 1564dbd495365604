import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { createEnvelopeDispatch, createExecutor } from '@supolka/codemode-executor'
import { pino } from 'pino'
import { createLogObserver } from '../src/log-observer.ts'

type Line = Record<string, unknown>

/** A real pino logger that keeps its lines. */
function keepLines(): { logger: ReturnType<typeof pino>; lines: Array<Line> } {
  const lines: Array<Line> = []
  const write = (text: string): void => void lines.push(JSON.parse(text))

  return { logger: pino({ level: 'debug' }, { write }), lines }
}

const WARN = 40
const DEBUG = 20

test('a run is logged by its facts, and nothing of its text or its tools is', async () => {
  const { logger, lines } = keepLines()
  await using executor = createExecutor({ workers: 1, observer: createLogObserver(logger, true) })
  await executor.execute({
    code: `async () => { console.log('SECRET'); return store.find('SECRET') }`,
    providers: [{ name: 'store', tools: ['find'] }],
    dispatch: createEnvelopeDispatch({ active: true }, () => 'SECRET'),
  })
  const line = lines.find(({ msg }) => msg === 'execution settled')
  strictEqual(line?.['outcome'], 'returned')
  strictEqual(line['toolCalls'], 1)
  strictEqual(line['level'], DEBUG)
  ok(!JSON.stringify(lines).includes('SECRET'))
})

test('a fault is a warning, with its code', async () => {
  const { logger, lines } = keepLines()
  await using executor = createExecutor({
    workers: 1,
    queueLimit: 0,
    observer: createLogObserver(logger, false),
  })
  const runs = [1, 2].map(() => executor.execute({ code: 'async () => 1' }))
  await Promise.allSettled(runs)
  const faults = lines.filter(({ level }) => level === WARN)
  deepStrictEqual(
    faults.map(({ outcome }) => outcome),
    ['QUEUE_OVERFLOW', 'QUEUE_OVERFLOW'].slice(0, faults.length),
  )
  ok(faults.length > 0)
})

for (const logPrograms of [false, true]) {
  test(`the last words of a child are ${logPrograms ? '' : 'not '}logged ${logPrograms ? 'where' : 'unless'} the operator asks`, async () => {
    const { logger, lines } = keepLines()
    const gone = Promise.withResolvers<void>()
    const observer = createLogObserver(logger, logPrograms)
    await using executor = createExecutor({
      execArgv: ['--no-such-flag'],
      workers: 1,
      start: 'eager',
      observer: {
        onChildExit: (event) => {
          observer.onChildExit?.(event)
          gone.resolve()
        },
      },
    })
    await gone.promise
    await executor.dispose()
    const line = lines.find(({ cause }) => cause === 'failed-start')
    strictEqual(line?.['level'], WARN)
    if (logPrograms) match(String(line['lastWords']), /no-such-flag/)
    else ok(!('lastWords' in line))
  })
}
