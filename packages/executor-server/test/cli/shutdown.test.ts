import { deepStrictEqual } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'

const FIXTURE = join(import.meta.dirname, 'fixtures/stuck-server.ts')

type Signals = Record<string, NodeJS.Signals>

/**
 * Starts the fixture, sends each signal when the line it belongs to is said, and answers what was
 * said and how the process ended.
 */
async function endWith(
  { stuckAt, drainTimeout, grace }: { stuckAt: string; drainTimeout: number; grace: number },
  signals: Signals,
): Promise<{ lines: Array<string>; code: number | null }> {
  const args = [FIXTURE, stuckAt, String(drainTimeout), String(grace)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: Array<string> = []
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line)
    const signal = signals[line]
    if (signal !== undefined) child.kill(signal)
  })
  const [code] = await once(child, 'close')

  return { lines, code }
}

test('a signal drains and closes, and the process ends with 0', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const options = { stuckAt: 'nowhere', drainTimeout: 60_000, grace: 60_000 }
    // oxlint-disable-next-line no-await-in-loop -- one process at a time.
    deepStrictEqual(await endWith(options, { ready: signal }), {
      lines: ['ready', 'drain', 'close'],
      code: 0,
    })
  }
})

test('a second signal ends the process at once, whichever step it is at', async () => {
  const options = { drainTimeout: 60_000, grace: 60_000 }
  const draining = { stuckAt: 'drain', ...options }
  deepStrictEqual(await endWith(draining, { ready: 'SIGTERM', drain: 'SIGTERM' }), {
    lines: ['ready', 'drain'],
    code: 143,
  })
  const closing = { stuckAt: 'close', ...options }
  deepStrictEqual(await endWith(closing, { ready: 'SIGTERM', close: 'SIGINT' }), {
    lines: ['ready', 'drain', 'close'],
    code: 130,
  })
})

test('a server that does not close in time is left with 1', async () => {
  const options = { stuckAt: 'close', drainTimeout: 1, grace: 50 }
  deepStrictEqual(await endWith(options, { ready: 'SIGTERM' }), {
    lines: ['ready', 'drain', 'close'],
    code: 1,
  })
})
