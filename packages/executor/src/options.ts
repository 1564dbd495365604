// The options of `createExecutor`: checked once, with defaults filled in. Inside, they are trusted.

import { availableParallelism } from 'node:os'
import {
  checkArgument,
  checkFlag,
  checkFunction,
  checkNumber,
  checkOneOf,
  checkRecord,
  checkText,
  checkTexts,
  DEFAULT_HANDLES_IDLE_TIMEOUT,
  DEFAULT_MEMORY_LIMIT,
  DEFAULT_QUEUE_LIMIT,
  DEFAULT_TIMEOUT,
  MAX_SUPPORTED_TIMEOUT,
  MIN_MEMORY_LIMIT,
  type ModuleMap,
  type OutboundFetchFn,
} from '@supolka/codemode-executor-protocol'
import type { ExecutorObserver } from './observer.ts'
import type { OutboundPolicy } from './outbound/policy.ts'

/** How an executor runs. Every option may be left out; what a request sets wins over it. */
export type ExecutorOptions = {
  /** Bound of a run in milliseconds of its clock; `null` lifts it. Default 60,000. */
  timeout?: number | null
  /** Memory limit of each isolate in megabytes, at least 8. Default 128. */
  memoryLimit?: number
  /** Counts tool calls and outbound waits too. Default false. */
  countHostWaits?: boolean
  /** Where fetch goes: a function, `null` for nowhere, absent for the executor itself. */
  outbound?: OutboundFetchFn | null
  /** What every program may import. */
  modules?: ModuleMap
  /** Child processes, and so executions at the same time. Default: the parallelism at hand. */
  workers?: number
  /** Executions that may wait for a worker. Default 1,000. */
  queueLimit?: number
  /** How long retained handles live without an invocation, in milliseconds. Default 300,000. */
  handlesIdleTimeout?: number
  /** Governs native requests alone; by default every address that is not public is refused. */
  outboundPolicy?: OutboundPolicy
  /**
   * Leaves WebAssembly in, whose memory is outside of V8's limit: the watch over the resident memory
   * of the child bounds it, later and less exactly. Default false: the name is absent.
   */
  webAssembly?: boolean
  /** When children start: with the first execution, or at once. Default 'lazy'. */
  start?: 'lazy' | 'eager'
  /** Runs after which a child is replaced. Default 500. */
  runsPerWorker?: number
  /** The Node binary for children, the newest supported one at hand. Default: the host's own. */
  execPath?: string
  /** Flags for children, beside the ones they need. */
  execArgv?: Array<string>
  /** Wall time in milliseconds after which a run or an invocation ends, whatever its clock says. */
  maxOccupancy?: number
  /** The largest timeout in milliseconds that a request may ask for. */
  maxTimeout?: number
  /**
   * The name of this executor among others, which its execution ids then begin with: a balancer routes
   * by what stands before the last dot. 1 to 253 letters, digits, dots, dashes, underscores or colons.
   */
  replica?: string
  /** Hears of ended executions, tool calls, children and handles, for metrics and logs. */
  observer?: ExecutorObserver
}

/** The options as everything inside uses them. */
export type Settings = {
  timeout: number
  memoryLimit: number
  countHostWaits: boolean
  outbound: OutboundFetchFn | null | undefined
  modules: ModuleMap
  workers: number
  queueLimit: number
  handlesIdleTimeout: number
  outboundPolicy: OutboundPolicy | undefined
  webAssembly: boolean
  start: 'lazy' | 'eager'
  runsPerWorker: number
  execPath: string
  execArgv: Array<string>
  maxOccupancy: number | undefined
  maxTimeout: number
  replica: string | undefined
  observer: ExecutorObserver | undefined
}

const DEFAULT_RUNS_PER_WORKER = 500

/** It stands in ids, header fields and labels of metrics; 253 is the longest name of a host. */
const REPLICA = /^[\w.:-]{1,253}$/
const REPLICA_EXPECTED = '1 to 253 letters, digits, dots, dashes, underscores or colons'

const checks: { [Name in keyof ExecutorOptions]-?: (value: unknown, name: string) => void } = {
  timeout: (value, name) => {
    if (value !== null) checkNumber(value, name, { moreThan: 0, orNull: true })
  },
  memoryLimit: (value, name) => checkNumber(value, name, { from: MIN_MEMORY_LIMIT, isWhole: true }),
  countHostWaits: checkFlag,
  outbound: (value, name) => {
    if (value !== null) checkFunction(value, name)
  },
  modules: checkRecord,
  workers: (value, name) => checkNumber(value, name, { from: 1, isWhole: true }),
  queueLimit: (value, name) => checkNumber(value, name, { from: 0, isWhole: true }),
  handlesIdleTimeout: (value, name) => checkNumber(value, name, { moreThan: 0 }),
  outboundPolicy: checkRecord,
  webAssembly: checkFlag,
  start: (value, name) => checkOneOf(value, name, ['lazy', 'eager']),
  runsPerWorker: (value, name) => checkNumber(value, name, { from: 1, isWhole: true }),
  execPath: checkText,
  execArgv: checkTexts,
  maxOccupancy: (value, name) => checkNumber(value, name, { moreThan: 0 }),
  maxTimeout: (value, name) => checkNumber(value, name, { moreThan: 0 }),
  replica: (value, name) => {
    const isRight = typeof value === 'string' && REPLICA.test(value)
    checkArgument(isRight, name, REPLICA_EXPECTED, value)
  },
  observer: checkRecord,
}

/**
 * Checks options and fills in defaults. Throws TypeError or RangeError that names the option, what
 * was expected and what came; an unknown option is one of those mistakes.
 */
export function readOptions(options: ExecutorOptions = {}): Settings {
  checkRecord(options, 'options')
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(checks, name)) throw new TypeError(`Unknown option "${name}".`)
    if (value !== undefined) checks[name as keyof ExecutorOptions](value, `option "${name}"`)
  }

  return withDefaults(options)
}

function withDefaults(options: ExecutorOptions): Settings {
  const maxTimeout = Math.min(options.maxTimeout ?? MAX_SUPPORTED_TIMEOUT, MAX_SUPPORTED_TIMEOUT)
  const timeout = options.timeout === undefined ? DEFAULT_TIMEOUT : options.timeout
  const defaults: Settings = {
    timeout: DEFAULT_TIMEOUT,
    memoryLimit: DEFAULT_MEMORY_LIMIT,
    countHostWaits: false,
    outbound: undefined,
    modules: {},
    workers: availableParallelism(),
    queueLimit: DEFAULT_QUEUE_LIMIT,
    handlesIdleTimeout: DEFAULT_HANDLES_IDLE_TIMEOUT,
    outboundPolicy: undefined,
    webAssembly: false,
    start: 'lazy',
    runsPerWorker: DEFAULT_RUNS_PER_WORKER,
    execPath: process.execPath,
    execArgv: [],
    maxOccupancy: undefined,
    maxTimeout,
    replica: undefined,
    observer: undefined,
  }
  const given = Object.entries(options).filter(([, value]) => value !== undefined)

  return {
    ...defaults,
    ...(Object.fromEntries(given) as Partial<Settings>),
    timeout: Math.min(timeout ?? maxTimeout, maxTimeout),
    maxTimeout,
    // A timer past this delay would fire at once.
    handlesIdleTimeout: Math.min(
      options.handlesIdleTimeout ?? DEFAULT_HANDLES_IDLE_TIMEOUT,
      MAX_SUPPORTED_TIMEOUT,
    ),
  }
}
