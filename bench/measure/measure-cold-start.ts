// W7: a fresh process, from importing the row to its first answer.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { killTree } from '../process-tree.ts'

const MAIN = join(import.meta.dirname, '../host/cold-start.ts')
const TIMEOUT_MS = 20_000

/** Milliseconds. Rejects when the row gives no right answer in 20 s. */
export async function measureColdStart(row: string): Promise<number> {
  const child = fork(MAIN, [row], {
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  let ms = Number.NaN
  child.on('message', (message) => {
    ms = Number(message)
  })
  const timer = setTimeout(() => killTree(child.pid ?? 0), TIMEOUT_MS)
  await exited
  clearTimeout(timer)
  if (Number.isNaN(ms)) throw new Error(`${row} gave no first answer`)

  return ms
}
