// One replica of the fleet: the command `codemode-executor serve` as a process of its own, at its own
// address of the loopback network, which is its name as well.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { exitOf, type Exit } from './exit-of.ts'

export type Replica = AsyncDisposable & {
  readonly address: string
  readonly port: number
  readonly pid: number
  /** Settles once the process has ended. */
  readonly exited: Promise<Exit>
  /** What it has logged, as lines of JSON. */
  readonly log: ReadonlyArray<string>
  /** Sends a signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<Exit>
}

/** What every replica of the tests asks for, and every client brings. */
export const TOKEN = 'only-for-the-fleet-tests'

const packageFile = fileURLToPath(
  import.meta.resolve('@supolka/codemode-executor-server/package.json'),
)
const { bin } = JSON.parse(readFileSync(packageFile, 'utf8')) as { bin: Record<string, string> }
const command = fileURLToPath(new URL(bin['codemode-executor'] ?? '', `file://${packageFile}`))

/** Resolves once it has said that it serves. Rejects when it ends before that. */
export async function startReplica(
  address: string,
  port: number,
  settings: Record<string, string> = {},
): Promise<Replica> {
  const child = spawn(process.execPath, [command, 'serve'], {
    env: {
      CODEMODE_EXECUTOR_HOST: address,
      CODEMODE_EXECUTOR_PORT: String(port),
      CODEMODE_EXECUTOR_REPLICA: address,
      CODEMODE_EXECUTOR_TOKEN: TOKEN,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log: Array<string> = []
  createInterface(child.stderr).on('line', (line) => log.push(line))
  const exited = exitOf(child)
  const said = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const [line] = await Promise.race([said, exited.then(() => [log.join('\n')])])
  if (line !== `codemode-executor serving ws://${address}:${port}/`) {
    child.kill('SIGKILL')
    throw new Error(`The replica said instead of its ready line: ${line}`)
  }
  const end = (signal: NodeJS.Signals): Promise<Exit> => {
    child.kill(signal)

    return exited
  }

  return {
    address,
    port,
    pid: child.pid ?? 0,
    exited,
    log,
    end,
    async [Symbol.asyncDispose]() {
      await end('SIGKILL')
    },
  }
}
