// Starts a host program as a process of its own and waits until it has ended by itself.

import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const WAIT_MS = 20_000
const run = promisify(execFile)

export const fixtureOf = (name: string): string =>
  fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

/**
 * Runs a fixture to its own end and answers what it printed. Rejects when it fails, or has to be
 * killed because it did not end within its bound.
 */
export async function runHost(name: string, flags: Array<string> = []): Promise<string> {
  return await runToEnd(process.execPath, [...flags, fixtureOf(name)])
}

/** The same for a host that may have no more than some number of descriptors open. */
export async function runHostWithin(descriptors: number, name: string): Promise<string> {
  const command = `ulimit -n ${descriptors}; exec "$0" "$1"`

  return await runToEnd('/bin/sh', ['-c', command, process.execPath, fixtureOf(name)])
}

async function runToEnd(file: string, args: Array<string>): Promise<string> {
  const { stdout } = await run(file, args, {
    timeout: WAIT_MS,
    killSignal: 'SIGKILL',
  })

  return stdout.trim()
}

/** Starts a fixture and answers once it has printed its first line. */
export async function startHost(name: string): Promise<{ host: ChildProcess; line: string }> {
  const host = spawn(process.execPath, [fixtureOf(name)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  host.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part
    if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
  })
  host.once('exit', () => reject(new Error('The host ended before it said anything.')))

  return { host, line: await promise }
}
