// A port that nobody listens at.

import { once } from 'node:events'
import { createServer } from 'node:net'

/** Taken and given back: it stays free as long as nobody else asks the system for that very number. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '0.0.0.0')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given.')

  return address.port
}
