// The bench's side of the server process: starts it, and ends it with all its children.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type ServerProcess = AsyncDisposable & { readonly pid: number; readonly url: string }

/** Starts the server and waits until it listens. Whoever starts it disposes it. */
export async function startServer(): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, 'server-main.ts'), { stdio: 'inherit' })
  const [url]: Array<unknown> = await once(child, 'message')

  return {
    pid: child.pid ?? 0,
    url: String(url),
    async [Symbol.asyncDispose]() {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}
