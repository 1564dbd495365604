// How a process has ended.

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

/** Settles once the process has ended. Rejects when it never started. */
export async function exitOf(child: ChildProcess): Promise<Exit> {
  const [code, signal] = (await once(child, 'exit')) as [Exit['code'], Exit['signal']]

  return { code, signal }
}
