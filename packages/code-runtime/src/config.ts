// The configuration of a code runtime: checked once, with defaults filled in. Runs are bounded by nothing else.

import {
  checkFunction,
  checkNumber,
  checkRecord,
  checkText,
  MAX_SUPPORTED_TIMEOUT,
  nearNames,
  PAYLOAD_LIMIT,
  type OutboundFetchFn,
} from '@supolka/codemode-executor-protocol'

/** How a runtime runs programs. Every field may be left out. */
export type CodeRuntimeConfig = {
  /** Compute budget of a run in milliseconds. Waiting for bindings costs nothing. Default 60,000. */
  computeMs?: number
  /** Wall-clock ceiling of a run in milliseconds, waiting and queueing included. Default 600,000. */
  maxWallMs?: number
  /** Captured output of a run in UTF-8 bytes, all entries together. Default 65,536. */
  maxLogBytes?: number
  /** The completion value, and the text of a failure, in UTF-8 bytes. Default 8,388,608. */
  maxValueBytes?: number
  /** Where fetch goes: `null` for nowhere, a function, `native` for the executor itself. Default `null`. */
  outbound?: OutboundFetchFn | 'native' | null
  /** The label of what the executor runs programs on. Default `process`. */
  isolation?: string
}

/** The configuration as everything inside uses it. */
export type CodeRuntimeSettings = Required<CodeRuntimeConfig>

/** Enough for a mark and some of what it marks. */
const SMALLEST_CAP = 256

const isWhole = true

const checks: { [Name in keyof CodeRuntimeConfig]-?: (value: unknown, name: string) => void } = {
  computeMs: (value, name) => checkNumber(value, name, { moreThan: 0, to: MAX_SUPPORTED_TIMEOUT }),
  maxWallMs: (value, name) => checkNumber(value, name, { moreThan: 0, to: MAX_SUPPORTED_TIMEOUT }),
  maxLogBytes: (value, name) => checkNumber(value, name, { from: SMALLEST_CAP, isWhole }),
  maxValueBytes: (value, name) =>
    checkNumber(value, name, { from: SMALLEST_CAP, to: PAYLOAD_LIMIT, isWhole }),
  outbound: (value, name) => {
    if (value !== null && value !== 'native') checkFunction(value, name)
  },
  isolation: checkText,
}

/** What holds where a configuration says nothing. */
export const DEFAULT_SETTINGS: Readonly<CodeRuntimeSettings> = Object.freeze({
  computeMs: 60_000,
  maxWallMs: 600_000,
  maxLogBytes: 65_536,
  maxValueBytes: PAYLOAD_LIMIT,
  outbound: null,
  isolation: 'process',
})

/**
 * Checks a configuration and fills in defaults. Throws TypeError or RangeError that names the field,
 * what was expected and what came. A field of another name is left alone, since a configuration may be
 * part of something larger, unless it is close to a name that counts: then it is a slip, and refused.
 */
export function readConfig(config: CodeRuntimeConfig = {}): CodeRuntimeSettings {
  checkRecord(config, 'config')
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS }
  for (const [name, value] of Object.entries(config)) {
    if (!isKnown(name)) refuseSlip(name)
    else if (value !== undefined) {
      checks[name](value, `config field "${name}"`)
      settings[name] = value
    }
  }

  // Each field was checked by its own check.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return settings as CodeRuntimeSettings
}

function refuseSlip(name: string): void {
  const [meant] = nearNames(name, Object.keys(checks))
  if (meant === undefined) return
  throw new TypeError(`Unknown field "${name}" of the config. Did you mean "${meant}"?`)
}

function isKnown(name: string): name is keyof CodeRuntimeConfig {
  return Object.hasOwn(checks, name)
}
