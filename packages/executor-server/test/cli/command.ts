// Starts the built command as a process of its own, and collects what it says.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = join(import.meta.dirname, '../../dist/cli/main.js')

/** What a failed test leaves behind ends with its process. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export type Ended = {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export type Command = {
  child: ChildProcess
  /** The first line of standard output. Rejects when the command ends without one. */
  firstLine: Promise<string>
  ended: Promise<Ended>
}

/** Starts the command with nothing in its environment but this. */
export function startCommand(
  args: Array<string>,
  { environment = {}, input = '' }: { environment?: NodeJS.ProcessEnv; input?: string } = {},
): Command {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: environment,
    // A group of its own, as under a terminal or a supervisor.
    detached: true,
  })
  running.add(child)
  const stdout: Array<string> = []
  const stderr: Array<string> = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => stdout.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text))
  // A command that takes no input may be gone before it is written.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    running.delete(child)

    return { code, signal, stdout: stdout.join(''), stderr: stderr.join('') }
  })
  const line = once(createInterface(child.stdout), 'line').then(([text]) => String(text))
  const firstLine = Promise.race([
    line,
    ended.then(({ stderr: said }): never => {
      throw new Error(`The command ended: ${said}`)
    }),
  ])
  firstLine.catch(() => undefined)

  return { child, firstLine, ended }
}

/** Runs the command to its end. */
export function runCommand(...call: Parameters<typeof startCommand>): Promise<Ended> {
  return startCommand(...call).ended
}
