// The options of `serve`: checked once, with defaults filled in. What is the executor's own is handed
// on as it came, for the executor to check.

import type { IncomingMessage } from 'node:http'
import {
  checkFlag,
  checkFunction,
  checkNumber,
  checkRecord,
  checkText,
  DEFAULT_RESPONSE_LIMIT,
  MAX_SUPPORTED_TIMEOUT,
} from '@supolka/codemode-executor-protocol'
import type { ExecutorOptions } from '@supolka/codemode-executor'
import {
  checkHost,
  checkOrigins,
  checkPath,
  checkPort,
  checkTlsPair,
  checkToken,
} from './check-options.ts'
import { checkLogger, silentLogger, type Logger } from './log.ts'

/** The options of `createExecutor` that a server takes. It watches its executor itself. */
export type ExecutorPart = Omit<ExecutorOptions, 'observer'>

/**
 * How a server runs: what its executor takes, and what the server itself takes. Two of the
 * executor's options are the operator's upper bounds here. `maxTimeout` is the largest timeout that a
 * request may ask for. `memoryLimit` holds for every run: the wire has no field to ask for another.
 */
export type ServerOptions = ExecutorPart & {
  /** The address to listen at. Default '127.0.0.1'. */
  host?: string
  /** The port to listen at; 0 takes any free one. Default 8790. */
  port?: number
  /** The path that the WebSocket is served at. Default '/'. */
  path?: string
  /** Path of a PEM file with the certificate, and what leads to its root. Needs `tlsKey`. */
  tlsCert?: string
  /** Path of a PEM file with the private key. Needs `tlsCert`. */
  tlsKey?: string
  /** What every connection must bring as `Authorization: Bearer`; at least 16 characters. */
  token?: string
  /**
   * Decides for each connection, beside `token` or instead of it: with both, both must agree. What it
   * throws refuses the connection.
   */
  authenticate?: (request: IncomingMessage) => boolean | Promise<boolean>
  /** Lets a server without `token` and `authenticate` listen beyond loopback. Default false. */
  allowUnauthenticated?: boolean
  /** Browser origins that are let in, '*' for all. A request with another one is refused. Default none. */
  origins?: Array<string>
  /** False is the operator's veto: a request that leaves fetching to the server gets no network. Default true. */
  nativeOutbound?: boolean
  /** Connections at a time. Default 1,000. */
  maxConnections?: number
  /** Calls of one connection that may be open at a time. Default 1,000. */
  maxCallsInFlight?: number
  /**
   * What one connection may hold here in bytes: its open requests, its answers that are not released
   * and what is not sent yet. Default 268,435,456.
   */
  maxConnectionBytes?: number
  /** The largest WebSocket message that is taken, in bytes. Default 33,554,432. */
  maxMessageBytes?: number
  /** The largest answer as it goes on the wire, in UTF-8 bytes. Default 32,505,856. */
  responseLimit?: number
  /** How often a connection is asked for a sign of life, in milliseconds. Default 15,000. */
  keepaliveInterval?: number
  /** How long a drain waits for what has started, in milliseconds. Default 30,000. */
  drainTimeout?: number
  /**
   * Wall time in milliseconds after which a run or an invocation ends, whatever its clock says.
   * Default 3,600,000; only the library by itself goes without.
   */
  maxOccupancy?: number
  /** Serves /metrics. Default true. */
  metrics?: boolean
  /** Where the server's own log goes; a pino logger fits. Default: nowhere. */
  logger?: Logger
  /** Lets the log hold text of programs and what their processes wrote last. Default false. */
  logPrograms?: boolean
}

/** The options as everything inside the server uses them. */
export type ServerSettings = {
  executor: ExecutorPart
  host: string
  port: number
  path: string
  tlsCert: string | undefined
  tlsKey: string | undefined
  token: string | undefined
  authenticate: ((request: IncomingMessage) => boolean | Promise<boolean>) | undefined
  allowUnauthenticated: boolean
  origins: Array<string>
  nativeOutbound: boolean
  maxConnections: number
  maxCallsInFlight: number
  maxConnectionBytes: number
  maxMessageBytes: number
  responseLimit: number
  keepaliveInterval: number
  drainTimeout: number
  metrics: boolean
  logger: Logger
  logPrograms: boolean
}

type OwnOptions = Omit<ServerOptions, keyof ExecutorPart>

const DEFAULT_MAX_OCCUPANCY = 3_600_000

const DEFAULTS: Omit<ServerSettings, 'executor'> = {
  host: '127.0.0.1',
  port: 8790,
  path: '/',
  tlsCert: undefined,
  tlsKey: undefined,
  token: undefined,
  authenticate: undefined,
  allowUnauthenticated: false,
  origins: [],
  nativeOutbound: true,
  maxConnections: 1_000,
  maxCallsInFlight: 1_000,
  maxConnectionBytes: 268_435_456,
  maxMessageBytes: 33_554_432,
  responseLimit: DEFAULT_RESPONSE_LIMIT,
  keepaliveInterval: 15_000,
  drainTimeout: 30_000,
  metrics: true,
  logger: silentLogger,
  logPrograms: false,
}

const checkCount = (value: unknown, name: string): void =>
  checkNumber(value, name, { from: 1, isWhole: true })

// A timer past the widest delay would fire at once.
const checkDelay = (value: unknown, name: string): void =>
  checkNumber(value, name, { moreThan: 0, to: MAX_SUPPORTED_TIMEOUT })

const checks: { [Name in keyof OwnOptions]-?: (value: unknown, name: string) => void } = {
  host: checkHost,
  port: checkPort,
  path: checkPath,
  tlsCert: checkText,
  tlsKey: checkText,
  token: checkToken,
  authenticate: checkFunction,
  allowUnauthenticated: checkFlag,
  origins: checkOrigins,
  nativeOutbound: checkFlag,
  maxConnections: checkCount,
  maxCallsInFlight: checkCount,
  maxConnectionBytes: checkCount,
  maxMessageBytes: checkCount,
  responseLimit: checkCount,
  keepaliveInterval: checkDelay,
  drainTimeout: checkDelay,
  metrics: checkFlag,
  logger: checkLogger,
  logPrograms: checkFlag,
}

/** The executor's options by name, so that an unknown one is refused before anything starts. */
const EXECUTOR_PART: { [Name in keyof ExecutorPart]-?: true } = {
  timeout: true,
  memoryLimit: true,
  countHostWaits: true,
  outbound: true,
  modules: true,
  workers: true,
  queueLimit: true,
  handlesIdleTimeout: true,
  outboundPolicy: true,
  webAssembly: true,
  start: true,
  runsPerWorker: true,
  execPath: true,
  execArgv: true,
  maxOccupancy: true,
  maxTimeout: true,
  replica: true,
}

/**
 * Checks options and fills in defaults. Throws TypeError or RangeError that names the option, what
 * was expected and what came; an unknown option is one of those mistakes. The executor's own options
 * are only told apart here: `createExecutor` throws for a wrong one.
 */
export function readServerOptions(options: ServerOptions = {}): ServerSettings {
  checkRecord(options, 'options')
  const own: Record<string, unknown> = {}
  const executor: Record<string, unknown> = { maxOccupancy: DEFAULT_MAX_OCCUPANCY }
  for (const [name, value] of Object.entries(options)) {
    const isOwn = isNameOf(checks, name)
    if (!isOwn && !isNameOf(EXECUTOR_PART, name)) throw new TypeError(`Unknown option "${name}".`)
    if (value === undefined) continue
    if (isOwn) checks[name](value, `option "${name}"`)
    const part = isOwn ? own : executor
    part[name] = value
  }
  checkTlsPair(own)

  return { ...DEFAULTS, ...own, executor }
}

function isNameOf<Names extends object>(names: Names, name: string): name is keyof Names & string {
  return Object.hasOwn(names, name)
}
