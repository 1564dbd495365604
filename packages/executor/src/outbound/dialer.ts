// The one way out: resolves a name once, checks every address, and dials only what was checked.

import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import net, { isIP } from 'node:net'
import type { LookupFunction, Socket, TcpNetConnectOpts } from 'node:net'
import tls from 'node:tls'
import { callbackify } from 'node:util'
import type { OutboundChecks } from './policy.ts'

/** Resolves a host name to all of its addresses. */
export type Resolver = (hostname: string) => Promise<Array<LookupAddress>>

/** Opens a TCP connection, as `net.connect` does. Names are resolved by the `lookup` it is given. */
export type Connect = (options: TcpNetConnectOpts) => Socket

/** Where a connection goes, as undici describes it: no brackets, an empty port for the default. */
type DialTarget = { hostname: string; port: string; protocol: string }

/** Hears about the end of a dial, once. */
type DialCallback = (
  ...outcome: [error: null, socket: Socket] | [error: Error, socket: null]
) => void

/** A dial under way or done. `close` ends it in any state and waits until its sockets are gone. */
export type Dialled = { close(): Promise<void> }

/** Dials a target whose URL the policy has accepted. */
export type Dialer = (target: DialTarget, callback: DialCallback) => Dialled

/** What a dialer is made of. `resolve` and `connect` default to those of the system. */
type DialerOptions = { checks: OutboundChecks; resolve?: Resolver; connect?: Connect }

// An address that does not answer is left for the next one after this many milliseconds.
const NEXT_ADDRESS_AFTER = 500

/** Makes the dialer that every native connection goes through. */
export function createDialer(options: DialerOptions): Dialer {
  const { checks, resolve = resolveBySystem, connect = net.connect } = options
  const lookup = createCheckedLookup(checks, resolve)

  return (target, callback) => {
    const { hostname } = target
    const report = once(callback)
    const refusal = checkLiteral(checks, hostname)
    if (refusal !== undefined) {
      report(refusal, null)
      return { close: async () => {} }
    }
    const isTls = target.protocol === 'https:'
    const socket = connect({
      host: hostname,
      port: Number(target.port || (isTls ? 443 : 80)),
      lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER,
      noDelay: true,
    })
    const sockets = [socket]
    socket.once('error', (error) => report(error, null))
    socket.once('connect', () => {
      if (isTls) {
        sockets.push(startTls(socket, hostname, report))
      } else {
        report(null, socket)
      }
    })
    return { close: () => closeAll(sockets) }
  }
}

// The system does not look addresses up, so they never reach the checked lookup.
function checkLiteral(checks: OutboundChecks, hostname: string): Error | undefined {
  try {
    if (isIP(hostname) !== 0) {
      checks.checkAddress(hostname, hostname)
    }
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function startTls(socket: Socket, hostname: string, report: DialCallback): Socket {
  const secured = tls.connect({
    socket,
    host: hostname,
    // An address is no server name, but the certificate is checked against it all the same.
    servername: isIP(hostname) === 0 ? hostname : '',
    ALPNProtocols: ['http/1.1'],
    // The environment of the host must not be able to switch the check off.
    rejectUnauthorized: true,
  })
  secured.once('error', (error) => report(error, null))
  secured.once('secureConnect', () => report(null, secured))
  socket.once('error', (error) => secured.destroy(error))
  return secured
}

function createCheckedLookup(checks: OutboundChecks, resolve: Resolver): LookupFunction {
  const resolveChecked = async (hostname: string): Promise<Array<LookupAddress>> => {
    const resolved = await resolve(hostname)
    // The family is read off the address, so that what is checked is what is dialled.
    const addresses = resolved.map(({ address }) => ({ address, family: isIP(address) }))
    for (const { address } of addresses) {
      checks.checkAddress(hostname, address)
    }
    if (addresses.length === 0) {
      throw Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' })
    }
    return addresses
  }

  const lookupChecked = callbackify(resolveChecked)
  return (hostname, { all }, callback) => {
    lookupChecked(hostname, (error, addresses) => {
      const [first] = addresses ?? []
      if (first === undefined || all === true) {
        callback(error, addresses ?? [])
      } else {
        callback(error, first.address, first.family)
      }
    })
  }
}

function resolveBySystem(hostname: string): Promise<Array<LookupAddress>> {
  return systemLookup(hostname, { all: true, order: 'verbatim' })
}

function once(callback: DialCallback): DialCallback {
  let called = false
  return (...outcome) => {
    if (!called) {
      called = true
      callback(...outcome)
    }
  }
}

async function closeAll(sockets: Array<Socket>): Promise<void> {
  await Promise.all(
    sockets.toReversed().map(
      (socket) =>
        new Promise<void>((resolve) => {
          if (socket.closed) {
            resolve()
            return
          }
          socket.once('close', () => resolve())
          socket.destroy()
        }),
    ),
  )
}
