// The options of `connect`: checked once, with defaults filled in.

import {
  checkFunction,
  checkNumber,
  checkRecord,
  checkText,
  MAX_SUPPORTED_TIMEOUT,
} from '@supolka/codemode-executor-protocol'
import type { Socket } from './socket.ts'

/**
 * Makes the socket of one connection, still connecting or open. This is the place for headers, an
 * agent or a proxy: `(url, protocols) => new WebSocket(url, { protocols, headers, dispatcher })` in
 * Node. `protocols` is empty when there is no token.
 */
export type OpenSocket = (url: string, protocols: Array<string>) => Socket | Promise<Socket>

/** How a client reaches a server. Every option may be left out. */
export type ConnectOptions = {
  /** Bearer token; it crosses as a subprotocol, since no standard WebSocket can set a header. */
  token?: string
  /** Makes each socket. Default: the platform's own `WebSocket`. */
  openSocket?: OpenSocket
  /** How long a socket and its handshake may take, in milliseconds. Default 10,000. */
  connectTimeout?: number
  /** How often the server is asked whether it is there, in milliseconds. Default 15,000. */
  keepaliveInterval?: number
  /** How long it may take to answer that, in milliseconds. Default 10,000. */
  keepaliveTimeout?: number
  /** The first pause after a connection that could not be reopened, in milliseconds. Default 100. */
  minReconnectDelay?: number
  /** The longest such pause, in milliseconds; it doubles up to here. Default 5,000. */
  maxReconnectDelay?: number
}

/** The options as everything inside uses them. */
export type ConnectSettings = {
  token: string | undefined
  openSocket: OpenSocket
  connectTimeout: number
  keepaliveInterval: number
  keepaliveTimeout: number
  minReconnectDelay: number
  maxReconnectDelay: number
}

function checkDelay(value: unknown, name: string): void {
  checkNumber(value, name, { moreThan: 0 })
}

const checks: { [Name in keyof ConnectOptions]-?: (value: unknown, name: string) => void } = {
  token: checkText,
  openSocket: checkFunction,
  connectTimeout: checkDelay,
  keepaliveInterval: checkDelay,
  keepaliveTimeout: checkDelay,
  minReconnectDelay: checkDelay,
  maxReconnectDelay: checkDelay,
}

const isOption = (name: string): name is keyof ConnectOptions => Object.hasOwn(checks, name)

/** A timer past this delay would fire at once. */
const delayOf = (given: number | undefined, usual: number): number =>
  Math.min(given ?? usual, MAX_SUPPORTED_TIMEOUT)

const openPlatformSocket: OpenSocket = (url, protocols) =>
  protocols.length === 0 ? new WebSocket(url) : new WebSocket(url, protocols)

/**
 * Checks options and fills in defaults. Throws TypeError or RangeError that names the option, what
 * was expected and what came; an unknown option is one of those mistakes.
 */
export function readConnectOptions(options: ConnectOptions = {}): ConnectSettings {
  checkRecord(options, 'options')
  for (const [name, value] of Object.entries(options)) {
    if (!isOption(name)) throw new TypeError(`Unknown option "${name}".`)
    if (value !== undefined) checks[name](value, `option "${name}"`)
  }
  const minReconnectDelay = delayOf(options.minReconnectDelay, 100)

  return {
    token: options.token,
    openSocket: options.openSocket ?? openPlatformSocket,
    connectTimeout: delayOf(options.connectTimeout, 10_000),
    keepaliveInterval: delayOf(options.keepaliveInterval, 15_000),
    keepaliveTimeout: delayOf(options.keepaliveTimeout, 10_000),
    minReconnectDelay,
    maxReconnectDelay: Math.max(minReconnectDelay, delayOf(options.maxReconnectDelay, 5_000)),
  }
}
