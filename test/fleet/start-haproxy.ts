// The balancer of the fleet: the real HAProxy with the very file that a cluster gets.

import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { debianBinary } from '../../scripts/debian-package.ts'
import type { DnsResponder } from './dns-responder.ts'
import { exitOf, type Exit } from './exit-of.ts'
import { freePort } from './free-port.ts'

const program = await debianBinary('haproxy')

/** Why there is no HAProxy on this machine, or false: the `skip` of a test. */
export const skip: string | false = 'unavailable' in program ? program.unavailable : false

const folder = join(import.meta.dirname, '../../deploy/haproxy')
const file = join(folder, 'haproxy.cfg')

const PATIENCE_MS = 15_000
const LOOK_EVERY_MS = 50

export type Haproxy = AsyncDisposable & {
  /** Where clients connect. */
  readonly url: string
  /** Lines of its log. */
  readonly log: ReadonlyArray<string>
  /**
   * Sends a signal and waits for the end. On SIGUSR1 that is when the last connection has ended, on
   * SIGTERM at once.
   */
  end(signal: NodeJS.Signals): Promise<Exit>
  /** Waits until it holds exactly these replicas for ready. */
  untilReady(addresses: Iterable<string>): Promise<void>
}

/** Starts it in front of the replicas that `dns` names, which listen at `replicaPort`. */
export async function startHaproxy(
  dns: DnsResponder,
  replicaPort: number,
  settings: Record<string, string> = {},
): Promise<Haproxy> {
  const port = await freePort()
  const scratch = await mkdtemp(join(tmpdir(), 'fleet-'))
  const socket = join(scratch, 'master')
  // As in the cluster, and with the master's command line at a socket: the file itself opens none.
  const child = spawnHaproxy(['-W', '-db', '-S', `unix@${socket}`], {
    CODEMODE_NAMESERVER: dns.address,
    CODEMODE_FLEET_NAME: dns.name,
    CODEMODE_REPLICA_PORT: String(replicaPort),
    CODEMODE_BIND: `127.0.0.1:${port}`,
    ...settings,
  })
  const log: Array<string> = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => log.push(...part.trim().split('\n')))
  }
  const exited = exitOf(child)
  const end = (signal: NodeJS.Signals): Promise<Exit> => {
    child.kill(signal)

    return exited
  }

  return {
    url: `ws://127.0.0.1:${port}/`,
    log,
    end,
    async untilReady(addresses) {
      const wanted = [...addresses]
      const last = performance.now() + PATIENCE_MS
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- one look after the other
        const found = await readyReplicas(socket).catch(() => [])
        if (isSame(wanted, found)) return
        if (performance.now() > last) throw new Error(`Ready: ${found.join()}\n${log.join('\n')}`)
        // oxlint-disable-next-line no-await-in-loop
        await setTimeout(LOOK_EVERY_MS)
      }
    },
    async [Symbol.asyncDispose]() {
      await end('SIGTERM')
      await rm(scratch, { recursive: true })
    },
  }
}

/** Has it read its file and do nothing else. Resolves with what it said; empty where all is well. */
export async function checkConfiguration(settings: Record<string, string>): Promise<string> {
  const child = spawnHaproxy(['-c', '-q'], settings)
  const [said, { code }] = await Promise.all([text(child.stderr), exitOf(child)])

  return code === 0 ? said : `${said}It ended with ${code}.`
}

function spawnHaproxy(
  args: Array<string>,
  settings: Record<string, string>,
): ChildProcessByStdio<null, Readable, Readable> {
  if ('unavailable' in program) throw new Error(program.unavailable)

  return spawn(program.path, [...args, '-f', file], {
    env: { ...program.env, CODEMODE_LUA: join(folder, 'in-fleet.lua'), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function isSame(left: Array<string>, right: Array<string>): boolean {
  return left.length === right.length && left.every((each) => right.includes(each))
}

/** A row of `show servers state`: its first field of interest is the address, the next is the state. */
const ROW = /^\d+ replicas \d+ \S+ (\S+) (\d)/gm
const RUNNING = '2'

async function readyReplicas(socket: string): Promise<Array<string>> {
  const client = connect(socket)
  client.write('@1 show servers state replicas;quit\n')
  const state = await text(client)

  return [...state.matchAll(ROW)].flatMap(([, address = '', operation]) =>
    operation === RUNNING && address !== '-' ? [address] : [],
  )
}
