// Host names as the policy compares them: normalised once, matched exactly or below a `*.` entry.

import { isIPv6 } from 'node:net'
import { canonicalAddress } from './addresses.ts'

const NAME_LENGTH = 253

/**
 * The host of a parsed URL in the form that is compared, resolved and shown: lower case, no
 * brackets, without the dot that marks an absolute name, and a mapped address as the IPv4 one
 * inside it. Nothing when it is no host name.
 */
export function normaliseHost(hostname: string): string | undefined {
  if (hostname.startsWith('[')) {
    return canonicalAddress(hostname.slice(1, -1))
  }
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  const wellFormed = name.length <= NAME_LENGTH && name.split('.').every(isLabel)
  return wellFormed ? name : undefined
}

/** Tells whether a normalised host is named by one of the entries it was compiled from. */
type HostMatcher = (host: string) => boolean

/** Compiles a list of `name`, address and `*.name` entries. Throws a TypeError that names `option`. */
export function compileHosts(option: string, entries: Array<string>): HostMatcher {
  const exact = new Set<string>()
  const suffixes: Array<string> = []
  for (const entry of entries) {
    if (entry.startsWith('*.')) {
      suffixes.push(`.${parseEntry(option, entry, entry.slice(2))}`)
    } else {
      exact.add(parseEntry(option, entry, entry))
    }
  }
  return (host) => exact.has(host) || suffixes.some((suffix) => host.endsWith(suffix))
}

function parseEntry(option: string, entry: string, name: string): string {
  const host = isIPv6(name) ? canonicalAddress(name) : parseName(name)
  if (host === undefined) {
    throw new TypeError(
      `${option} takes host names, addresses and *.name entries, without scheme, port or path. It got ${JSON.stringify(entry)}.`,
    )
  }
  return host
}

function parseName(name: string): string | undefined {
  const bracketed = name.startsWith('[') && name.endsWith(']')
  if (!bracketed && /[:/?#@*\\\s]/.test(name)) {
    return undefined
  }
  const url = URL.parse(`http://${name}/`)
  return url === null ? undefined : normaliseHost(url.hostname)
}

// A label may hold what URLs allow in hosts: DNS and the policy need no more than no empty ones.
function isLabel(label: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return label.length > 0 && label.length <= 63 && !/[\u0000-\u0020\u007f%]/.test(label)
}
