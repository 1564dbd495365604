// Keeps a server that asks for no proof from listening where others can reach it.

import { BlockList, isIP } from 'node:net'
import type { ServerSettings } from './options.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether only this machine reaches an address. A name other than localhost may lead anywhere. */
export function isLoopback(host: string): boolean {
  const version = isIP(host)
  if (version === 0) return host.toLowerCase() === 'localhost'

  return loopback.check(host, version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Throws a RangeError when a server would listen beyond loopback and let everybody in, unless the
 * operator has said so: whoever connects runs programs, and by default reaches the network, from here.
 */
export function checkExposure(
  settings: Pick<ServerSettings, 'host' | 'token' | 'authenticate' | 'allowUnauthenticated'>,
): void {
  const { host, token, authenticate, allowUnauthenticated } = settings
  if (isLoopback(host) || allowUnauthenticated) return
  if (token !== undefined || authenticate !== undefined) return
  throw new RangeError(
    `The option "host" is ${JSON.stringify(host)}, which others may reach, and nothing says who may connect. ` +
      'Give the option "token" or the option "authenticate", listen at a loopback address, or set the option "allowUnauthenticated" to true.',
  )
}
