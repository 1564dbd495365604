// The options of the adapter: checked once, with defaults filled in.

import {
  checkArgument,
  checkFlag,
  checkFunction,
  checkNumber,
  checkRecord,
  type AbortSignalLike,
  type ExecuteRequest,
  type LogLine,
  type ModuleMap,
  type OutboundFetchFn,
} from '@supolka/codemode-executor-protocol'

/** What holds for every run of an adapter. Every option may be left out. */
export type CodemodeExecutorOptions = {
  /** Bound of a run in milliseconds, tool calls included; `null` lifts it. Default: the executor's own. */
  timeout?: number | null
  /** What programs may import, in code as `await import('name.js')`. The key `executor.js` is left out. */
  modules?: ModuleMap
  /**
   * Where `fetch` goes: a function of yours, `'native'` for the executor itself under its policy, `null`
   * for nowhere. Default `null`.
   */
  outbound?: OutboundFetchFn | 'native' | null
  /** Takes types out of programs that are TypeScript, in this process. Default true. */
  typescript?: boolean
  /** Firing ends every run of this adapter, even mid-loop. */
  signal?: AbortSignalLike
  /** Receives each line of every run as it happens, with its level. */
  onLog?: (line: LogLine) => void
}

/** The options as everything inside uses them. */
export type CodemodeSettings = {
  typescript: boolean
  /** What every request carries. */
  request: Omit<ExecuteRequest, 'code' | 'providers' | 'dispatch'>
}

const checks: {
  [Name in keyof CodemodeExecutorOptions]-?: (value: unknown, name: string) => void
} = {
  timeout: (value, name) => {
    if (value !== null) checkNumber(value, name, { moreThan: 0, orNull: true })
  },
  modules: checkRecord,
  outbound: (value, name) => {
    const isOutbound = value === null || value === 'native' || typeof value === 'function'
    checkArgument(isOutbound, name, 'a function, "native" or null', value)
  },
  typescript: checkFlag,
  signal: (value, name) => {
    const isSignal = typeof value === 'object' && value !== null && 'aborted' in value
    checkArgument(isSignal, name, 'an AbortSignal', value)
  },
  onLog: checkFunction,
}

const isOption = (name: string): name is keyof CodemodeExecutorOptions =>
  Object.hasOwn(checks, name)

/**
 * Checks options and fills in defaults. Throws TypeError or RangeError that names the option, what was
 * expected and what came; an unknown option is one of those mistakes.
 */
export function readCodemodeOptions(options: CodemodeExecutorOptions = {}): CodemodeSettings {
  checkRecord(options, 'options')
  for (const [name, value] of Object.entries(options)) {
    if (!isOption(name)) throw new TypeError(`Unknown option "${name}".`)
    if (value !== undefined) checks[name](value, `option "${name}"`)
  }
  const { timeout, modules, outbound = null, typescript = true, signal, onLog } = options
  // The dialect measures wall time, and its own entry module has that key.
  const { 'executor.js': _, ...imported } = modules ?? {}

  return {
    typescript,
    request: {
      countHostWaits: true,
      timeout,
      modules: modules && imported,
      outbound: outbound === 'native' ? undefined : outbound,
      signal,
      onLog,
    },
  }
}
