// How `serve` was called: the options of the server, and what concerns the command alone.

import type { ServerOptions } from '../options.ts'
import { FLAGS } from './flags.ts'
import { readFlags, type Call, type Environment } from './read-flags.ts'
import { readFileOf } from './read-value.ts'
import { UsageError } from './usage-error.ts'

const POLICY = ['allowPrivateAddresses', 'allowedHosts', 'deniedHosts', 'maxRedirects'] as const

/** How `serve` was called. */
export type ServeCall = {
  options: ServerOptions
  logLevel: string
  asksForHelp: boolean
  call: Call
}

/** Reads the call of `serve`. Throws a UsageError; ranges are left to the options' own checks. */
export function readServeCall(argv: Array<string>, environment: Environment): ServeCall {
  const call = readFlags(argv, environment, FLAGS)
  const [surplus] = call.positionals
  if (surplus !== undefined) {
    throw new UsageError(`The command serve takes flags only, and ${JSON.stringify(surplus)} came.`)
  }
  const level = call.given.get('logLevel')?.value

  return {
    options: composeOptions(call),
    logLevel: typeof level === 'string' ? level : FLAGS.logLevel.fallback,
    asksForHelp: call.asksForHelp,
    call,
  }
}

function composeOptions({ given }: Call): ServerOptions {
  const options: Record<string, unknown> = {}
  const policy: Record<string, unknown> = {}
  for (const [name, { value }] of given) {
    const isPolicy = POLICY.some((field) => field === name)
    const place = isPolicy ? policy : options
    if (name !== 'logLevel' && name !== 'tokenFile') place[name] = value
  }
  if (Object.keys(policy).length > 0) options['outboundPolicy'] = policy
  const token = readTokenFile(given)
  if (token !== undefined) options['token'] = token

  return options
}

function readTokenFile(given: Call['given']): string | undefined {
  const file = given.get('tokenFile')
  if (file === undefined) return undefined
  const token = given.get('token')
  if (token !== undefined) {
    throw new UsageError(`Only one of ${token.label} and ${file.label} can be given.`)
  }

  return readFileOf(String(file.value), file.label).trim()
}
