// A server in a process of its own, whose child processes a test can find and kill.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ServerOptions } from '@supolka/codemode-executor-server'

export type ServerProcess = AsyncDisposable & { url: string; pid: number }

const fixture = fileURLToPath(new URL('fixtures/serves.ts', import.meta.url))

/** Starts one with options that are plain JSON. The caller disposes it. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const child = spawn(process.execPath, [fixture, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [url] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(() => Promise.reject(new Error('The server ended before it said its URL.'))),
  ])) as [string]

  return {
    url,
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      child.stdin.end()
      await exited
    },
  }
}
