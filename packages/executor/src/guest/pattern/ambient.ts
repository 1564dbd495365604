// The names that the URLPattern library refers to, bound by the bundler. Those that parse URLs load
// when they are used.

import { need } from '../dom/need.ts'

/** Constructs a URL of the runtime's, whatever stands on the global object. */
export function URL(...args: ReadonlyArray<string>): object {
  return Reflect.construct(need('url').URL, args) as object
}

const DUMMY_HOST = 'dummy.invalid'

/** A host name as the URL parser leaves it. Throws a TypeError for one that it refuses. */
export function canonicalizeHostname(hostname: string): string {
  if (hostname === '') return hostname
  const url = URL(`https://${DUMMY_HOST}/`) as { hostname: string }
  url.hostname = hostname
  if (url.hostname === DUMMY_HOST && hostname !== DUMMY_HOST) {
    throw new TypeError(`Invalid hostname '${hostname}'.`)
  }
  return url.hostname
}

/** The digits that the URL parser reads. Throws a TypeError where there are none or too many. */
export function canonicalizePort(port: string): string {
  const digits = /^\d*/.exec(port.replace(/[\t\n\r]/g, ''))?.[0] ?? ''
  if (port !== '' && (digits === '' || Number(digits) > 65_535)) {
    throw new TypeError(`Invalid port '${port}'.`)
  }
  return digits === '' ? '' : String(Number(digits))
}
