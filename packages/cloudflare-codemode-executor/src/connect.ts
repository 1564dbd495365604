// The way in: a remote executor over one WebSocket URL.

import { checkArgument } from '@supolka/codemode-executor-protocol'
import { readConnectOptions, type ConnectOptions } from './connect-options.ts'
import { Link } from './link.ts'
import { LinkedExecutor, type RemoteExecutor } from './remote-executor.ts'

/**
 * Connects to an executor server and proves that both sides speak one protocol version. Rejects with
 * `CONNECTION_REJECTED` when the socket or the handshake fails, with `PROTOCOL_MISMATCH` when the
 * versions differ, and with TypeError or RangeError for a wrong argument. Whoever connects disposes.
 */
export async function connect(
  url: string | URL,
  options?: ConnectOptions,
): Promise<RemoteExecutor> {
  const settings = readConnectOptions(options)
  const address = readAddress(url)
  const link = new Link(address, settings)
  await link.connect()

  return new LinkedExecutor(address, link, settings)
}

function readAddress(url: unknown): string {
  const text = String(url)
  const isAddress = URL.canParse(text) && /^wss?:$/.test(new URL(text).protocol)
  checkArgument(isAddress, 'argument "url"', 'a ws: or wss: URL', url)

  return text
}
