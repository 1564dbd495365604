// The host's check of what a child sent. A child runs hostile code, so nothing of a header is used
// before its shape is proved here; `undefined` means a protocol violation, and the child dies for it.

import { isTextPairs } from '@supolka/codemode-executor-protocol'
import type { ToHost } from './messages.ts'

type FieldCheck = (value: unknown) => boolean

const isText: FieldCheck = (value) => typeof value === 'string'
const isFlag: FieldCheck = (value) => typeof value === 'boolean'
const isAmount: FieldCheck = (value) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
const isId: FieldCheck = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const isOneOf =
  (...allowed: Array<string>): FieldCheck =>
  (value) =>
    typeof value === 'string' && allowed.includes(value)

const used = { guestMs: isAmount, heapBytes: isAmount }

const shapes: { [Type in ToHost['type']]: Record<string, FieldCheck> } = {
  ready: { node: isText, v8: isText, isolatedVm: isText },
  log: { level: isOneOf('log', 'warn', 'error'), text: isText },
  call: { id: isId, provider: isText, tool: isText },
  request: { id: isId, method: isText, url: isText, headers: isTextPairs, hasBody: isFlag },
  cancel: { id: isId },
  clock: { invocation: isId, spentMs: isAmount, ...used },
  done: {
    outcome: isOneOf('value', 'undefined', 'failed', 'retained'),
    error: isText,
    isMeasured: isFlag,
    ...used,
  },
  used,
  invoked: { id: isId, status: isId, statusText: isText, headers: isTextPairs },
  'invoke-failed': { id: isId, message: isText },
  verdict: { verdict: isOneOf('timeout', 'memory'), ...used },
  fatal: { message: isText },
}

/** The same as lists: every message passes here, and none should pay for making them. */
const fieldLists = new Map(
  Object.entries(shapes).map(([type, fields]) => [type, Object.entries(fields)] as const),
)

/** The message in a frame header, or `undefined` where the header is none. */
export function checkMessage(header: unknown): ToHost | undefined {
  if (typeof header !== 'object' || header === null || !Object.hasOwn(header, 'type')) {
    return undefined
  }
  const given = header as Record<string, unknown>
  const { type } = given
  const fields = typeof type === 'string' ? fieldLists.get(type) : undefined
  if (fields === undefined) return undefined
  for (const [name, check] of fields) {
    if (!Object.hasOwn(given, name) || !check(given[name])) return undefined
  }

  return header as ToHost
}
