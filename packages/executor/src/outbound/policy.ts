// The operator's policy for native fetch: validated once, then asked for every URL and address.

import { isIP } from 'node:net'
import { canonicalAddress, nonPublicRange } from './addresses.ts'
import { compileHosts, normaliseHost } from './host-names.ts'
import { isBadPort } from './ports.ts'
import { OutboundRefusedError } from './refusals.ts'

/** What native fetch may reach. Absent fields keep the default: every public host, no other. */
export type OutboundPolicy = {
  /** Lifts the refusal of addresses that are not public. Default false. */
  allowPrivateAddresses?: boolean
  /** When present, only these hosts: exact names or addresses, and `*.example.com` for what is below. */
  allowedHosts?: Array<string>
  /** Never these hosts, in the same forms. Wins over `allowedHosts`. */
  deniedHosts?: Array<string>
  /** How many redirects one fetch may follow; the sandbox, which follows them, keeps it. */
  maxRedirects?: number
}

/** The checks that every native request passes. Each throws an OutboundRefusedError. */
export type OutboundChecks = {
  /** Checks all of a URL that is known before its name is resolved, and returns its host. */
  checkUrl(url: URL): string
  /** Checks an address that `host` resolved to. */
  checkAddress(host: string, address: string): void
}

/** Compiles a policy into its checks. A wrong option throws a TypeError or a RangeError at once. */
export function createOutboundChecks(policy: OutboundPolicy = {}): OutboundChecks {
  validatePolicy(policy)
  const { allowPrivateAddresses = false, allowedHosts, deniedHosts = [] } = policy
  const listed = allowedHosts === undefined ? undefined : [...allowedHosts]
  const isAllowed = listed && compileHosts('outboundPolicy.allowedHosts', listed)
  const isDenied = compileHosts('outboundPolicy.deniedHosts', deniedHosts)

  const checkHost = (host: string): void => {
    if (isDenied(host)) {
      throw new OutboundRefusedError({ kind: 'denied', host })
    }
    if (listed !== undefined && isAllowed?.(host) !== true) {
      throw new OutboundRefusedError({ kind: 'not-allowed', host, allowed: listed })
    }
    const range = allowPrivateAddresses ? undefined : nonPublicHost(host)
    if (range !== undefined) {
      throw new OutboundRefusedError({ kind: 'address', host, isResolved: false, range })
    }
  }

  return {
    checkUrl: (url) => {
      const host = checkForm(url)
      checkHost(host)
      return host
    },
    checkAddress: (host, address) => {
      if (isDenied(canonicalAddress(address))) {
        throw new OutboundRefusedError({ kind: 'denied', host })
      }
      const range = allowPrivateAddresses ? undefined : nonPublicRange(address)
      if (range !== undefined) {
        throw new OutboundRefusedError({ kind: 'address', host, isResolved: true, range })
      }
    },
  }
}

function checkForm(url: URL): string {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundRefusedError({ kind: 'scheme', scheme: url.protocol })
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundRefusedError({ kind: 'credentials' })
  }
  const host = normaliseHost(url.hostname)
  if (host === undefined) {
    throw new OutboundRefusedError({ kind: 'host-name', host: url.hostname })
  }
  if (isBadPort(url.port)) {
    throw new OutboundRefusedError({ kind: 'port', port: url.port })
  }
  return host
}

function nonPublicHost(host: string): string | undefined {
  if (isIP(host) !== 0) {
    return nonPublicRange(host)
  }
  return host === 'localhost' || host.endsWith('.localhost') ? 'a loopback address' : undefined
}

type Check = { accepts: (value: unknown) => boolean; expected: string }

const isHostList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const CHECKS: Record<keyof OutboundPolicy, Check> = {
  allowPrivateAddresses: { accepts: (value) => typeof value === 'boolean', expected: 'a boolean' },
  allowedHosts: { accepts: isHostList, expected: 'an array of strings' },
  deniedHosts: { accepts: isHostList, expected: 'an array of strings' },
  maxRedirects: { accepts: (value) => typeof value === 'number', expected: 'a number' },
}

function validatePolicy(policy: OutboundPolicy): void {
  if (typeof policy !== 'object' || policy === null) {
    throw new TypeError(`outboundPolicy takes an object. It got ${shownValue(policy)}.`)
  }
  const checks = new Map<string, Check>(Object.entries(CHECKS))
  for (const [name, value] of Object.entries(policy)) {
    const check = checks.get(name)
    if (check === undefined) {
      throw new TypeError(
        `outboundPolicy takes ${[...checks.keys()].join(', ')}. It got ${JSON.stringify(name)}.`,
      )
    }
    if (value !== undefined && !check.accepts(value)) {
      throw new TypeError(
        `outboundPolicy.${name} takes ${check.expected}. It got ${shownValue(value)}.`,
      )
    }
  }
  const { maxRedirects = 0 } = policy
  if (!Number.isSafeInteger(maxRedirects) || maxRedirects < 0) {
    throw new RangeError(
      `outboundPolicy.maxRedirects takes a whole number from 0. It got ${maxRedirects}.`,
    )
  }
}

function shownValue(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}
