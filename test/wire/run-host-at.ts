// Runs a host program of a test's own fixtures to its end, which must come by itself.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const WAIT_MS = 20_000

/** What the fixture beside a test printed. Rejects when it fails, or does not end within its bound. */
export async function runHostAt(
  testUrl: string,
  name: string,
  args: Array<string> = [],
  env: Record<string, string> = {},
): Promise<string> {
  const path = fileURLToPath(new URL(`fixtures/${name}`, testUrl))
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...args], {
    env: { ...process.env, ...env },
    timeout: WAIT_MS,
    killSignal: 'SIGKILL',
  })

  return stdout.trim()
}
