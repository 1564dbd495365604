// The configuration of the plugin as a Standard Schema, which the harness checks before it loads the row.

import {
  MIN_MEMORY_LIMIT,
  PAYLOAD_LIMIT,
  MAX_SUPPORTED_TIMEOUT,
  type Executor,
} from '@supolka/codemode-executor-protocol'
import { isRecord } from '../core/record.ts'

/** Makes an executor with this memory limit in megabytes. The plugin disposes what it makes. */
export type ExecutorFactory = (settings: { memoryLimit: number }) => Executor | Promise<Executor>

/** The row's `config`. Every field may be left out. */
export type DshCodeRuntimeConfig = {
  /** Compute budget of a run in milliseconds. Default 60,000. */
  computeMs?: number
  /** Wall-clock ceiling of a run in milliseconds. Default 600,000. */
  maxWallMs?: number
  /** Logs and value, or logs and message, of a run in UTF-8 bytes of their JSON. Default 8,388,608. */
  maxOutputBytes?: number
  /** Memory limit of a run in whole megabytes, for an executor that the plugin makes. Default 512. */
  maxOldGenerationSizeMb?: number
  /** An executor, which stays its owner's, or what makes one. Absent: `server` or `pool` decide. */
  executor?: Executor | ExecutorFactory
  /** An executor server to connect to: `url`, and the other options of `connect`. */
  server?: { url: string; [option: string]: unknown }
  /** Options of `createExecutor` for a pool in this process, which is what runs programs by default. */
  pool?: Record<string, unknown>
  /** The label of what programs run on. Default `process`. */
  isolation?: string
}

/** The configuration as the plugin uses it. */
export type DshSettings = Required<
  Pick<
    DshCodeRuntimeConfig,
    'computeMs' | 'maxWallMs' | 'maxOutputBytes' | 'maxOldGenerationSizeMb' | 'isolation'
  >
> &
  Pick<DshCodeRuntimeConfig, 'executor' | 'server' | 'pool'>

/** The part of the Standard Schema that the harness uses. */
export type ConfigSchema = {
  '~standard': {
    version: 1
    vendor: string
    validate(value: unknown): { value: DshCodeRuntimeConfig } | { issues: Array<Issue> }
  }
}

type Issue = { message: string; path: Array<string> }

const DEFAULTS: DshSettings = {
  computeMs: 60_000,
  maxWallMs: 600_000,
  maxOutputBytes: PAYLOAD_LIMIT,
  maxOldGenerationSizeMb: 512,
  isolation: 'process',
}

/** What is wrong with a value, behind the field's name; nothing where all is well. */
type Check = (value: unknown) => string | undefined

const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0

const duration: Check = (value) => {
  if (!isPositive(value)) return 'must be a positive number'

  return value > MAX_SUPPORTED_TIMEOUT
    ? `must be at most ${MAX_SUPPORTED_TIMEOUT} (a longer timer fires at once)`
    : undefined
}

const SMALLEST_OUTPUT = 4

const outputSize: Check = (value) => {
  if (!Number.isSafeInteger(value) || Number(value) < SMALLEST_OUTPUT) {
    return `must be a safe integer of at least ${SMALLEST_OUTPUT}`
  }

  return Number(value) > PAYLOAD_LIMIT
    ? `must be at most ${PAYLOAD_LIMIT} (an executor lets no larger answer out of a run)`
    : undefined
}

const memory: Check = (value) => {
  if (!isPositive(value)) return 'must be a positive number'

  return Number.isInteger(value) && value >= MIN_MEMORY_LIMIT
    ? undefined
    : `must be a whole number of at least ${MIN_MEMORY_LIMIT}`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && !Array.isArray(value)

const record: Check = (value) => (isObject(value) ? undefined : 'must be an object')

const checks: { [Name in keyof DshCodeRuntimeConfig]-?: Check } = {
  computeMs: duration,
  maxWallMs: duration,
  maxOutputBytes: outputSize,
  maxOldGenerationSizeMb: memory,
  executor: (value) =>
    typeof value === 'function' || isExecutor(value)
      ? undefined
      : 'must be an executor or a function that makes one',
  server: (value) =>
    isObject(value) && typeof value['url'] === 'string'
      ? undefined
      : 'must be an object with a "url"',
  pool: record,
  isolation: (value) => (typeof value === 'string' ? undefined : 'must be a string'),
}

function isExecutor(value: unknown): value is Executor {
  return isRecord(value) && typeof value['execute'] === 'function'
}

/** Fields that say where programs run. At most one of them is given. */
const PLACES = ['executor', 'server', 'pool'] as const

const PREFIX = '@supolka/code-runtime: '

function findIssues(config: object): Array<Issue> {
  const entries = Object.entries(config).filter(([, value]) => value !== undefined)
  const issues = entries.flatMap(([name, value]) => issueOf(name, value) ?? [])
  const places = PLACES.filter((name) => entries.some(([given]) => given === name))
  if (places.length > 1) {
    const names = places.join(' and ')
    issues.push({
      message: `${PREFIX}config has both ${names}; one says where programs run`,
      path: [],
    })
  }

  return issues
}

function issueOf(name: string, value: unknown): Issue | undefined {
  const what = isKnown(name) ? checks[name](value) : 'is not known'

  return what === undefined
    ? undefined
    : { message: `${PREFIX}config.${name} ${what}, got ${describe(value)}`, path: [name] }
}

function isKnown(name: string): name is keyof DshCodeRuntimeConfig {
  return Object.hasOwn(checks, name)
}

function describe(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : typeof value
}

/** What a row's configuration is checked by. What it lacks is filled in by `readSettings`. */
export const configSchema: ConfigSchema = {
  '~standard': {
    version: 1,
    vendor: '@supolka/code-runtime',
    validate(value) {
      const config = value ?? {}
      if (!isObject(config)) {
        return { issues: [{ message: `${PREFIX}config must be an object`, path: [] }] }
      }
      const issues = findIssues(config)

      return issues.length > 0 ? { issues } : { value: config }
    },
  },
}

/** The settings of a configuration. Throws TypeError for a wrong one, where no harness has checked it. */
export function readSettings(config: DshCodeRuntimeConfig): DshSettings {
  const issues = findIssues(config)
  if (issues.length > 0) throw new TypeError(issues.map(({ message }) => message).join('\n'))
  const given = Object.entries(config).filter(([, field]) => field !== undefined)

  return { ...DEFAULTS, ...Object.fromEntries(given) }
}
