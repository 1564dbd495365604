// The bench's side of a row's process: starts it, asks it, and ends it with all its children.

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { killTree } from '../process-tree.ts'
import type { HostAnswer, HostCallName, HostCalls, HostReply } from './host-calls.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const NODE_OPTIONS = ['--expose-gc', '--no-warnings']
const ANSWER_TIMEOUT_MS = 25_000
const CLOSE_TIMEOUT_MS = 3000
const STDERR_KEPT = 2000

type Waiting = { resolve: (answerJson: string) => void; reject: (error: Error) => void }

export type RowProcess = {
  readonly pid: number
  /** Rejects with the row's own error, or when the process dies or stays silent for 25 s. */
  call<Name extends HostCallName>(
    name: Name,
    ...args: Parameters<HostCalls[Name]>
  ): Promise<HostAnswer<Name>>
  /** Closes the row politely, then ends whatever is left of its processes. */
  stop(): Promise<void>
}

export function startRowProcess(row: string): RowProcess {
  const child = fork(MAIN, [row], {
    execArgv: NODE_OPTIONS,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const ask = connect(child, row)

  return {
    pid: child.pid ?? 0,
    call: (name, ...args) => ask(name, args, ANSWER_TIMEOUT_MS),
    async stop() {
      if (!hasExited(child)) {
        // A row that cannot close is ended below; how it closes is not what we measure.
        await ask('close', [], CLOSE_TIMEOUT_MS).catch(() => {})
      }
      if (hasExited(child)) return
      const exited = once(child, 'exit')
      killTree(child.pid ?? 0)
      await exited
    },
  }
}

type Ask = <Name extends HostCallName>(
  name: Name,
  args: Array<unknown>,
  timeoutMs: number,
) => Promise<HostAnswer<Name>>

function connect(child: ChildProcess, row: string): Ask {
  const waiting = new Map<number, Waiting>()
  let stderr = ''
  let lastId = 0

  child.stderr?.on('data', (chunk) => {
    stderr = `${stderr}${chunk}`.slice(-STDERR_KEPT)
  })
  child.on('message', ({ id, error, answerJson = 'null' }: HostReply) => {
    const settle = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) settle?.resolve(answerJson)
    else settle?.reject(new Error(error))
  })
  child.on('exit', (code, signal) => {
    const error = new Error(`The process of ${row} died (${signal ?? code}): ${stderr.trim()}`)
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  })

  return async <Name extends HostCallName>(name: Name, args: Array<unknown>, timeoutMs: number) => {
    if (hasExited(child)) throw new Error(`The process of ${row} is gone: ${stderr.trim()}`)
    const id = ++lastId
    const settled = Promise.withResolvers<string>()
    waiting.set(id, settled)
    const timer = setTimeout(() => {
      waiting.delete(id)
      settled.reject(new Error(`${row} gave no answer to ${name} in ${timeoutMs} ms`))
    }, timeoutMs)
    child.send({ id, call: name, args })

    const answerJson = await settled.promise.finally(() => clearTimeout(timer))
    const answer: HostAnswer<Name> = JSON.parse(answerJson)

    return answer
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
