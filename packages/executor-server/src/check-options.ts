// The checks of options that only a server has, in the form of the contract's own checks.

import {
  checkArgument,
  checkNumber,
  checkText,
  checkTexts,
} from '@supolka/codemode-executor-protocol'

const MAX_PORT = 65_535

/** Shorter than this a token can be guessed. */
const MIN_TOKEN_LENGTH = 16

/** An address or a name. An empty one would listen everywhere. */
export function checkHost(value: unknown, name: string): void {
  checkText(value, name)
  checkArgument(value !== '', name, 'an address or a name', value)
}

/** A port, or 0 for any free one. */
export function checkPort(value: unknown, name: string): void {
  checkNumber(value, name, { from: 0, to: MAX_PORT, isWhole: true })
}

/** The path of a URL: it starts with a slash and has no query and no fragment. */
export function checkPath(value: unknown, name: string): void {
  checkText(value, name)
  const isPath = /^\/[^?#\s]*$/.test(String(value))
  checkArgument(isPath, name, 'a path that starts with "/", without a query', value)
}

/** A token that a header can carry. No text of a mistake here repeats it. */
export function checkToken(value: unknown, name: string): void {
  if (typeof value !== 'string') {
    throw new TypeError(`The ${name} must be a string, and a value of type ${typeof value} came.`)
  }
  if (value.length < MIN_TOKEN_LENGTH) {
    throw new RangeError(
      `The ${name} must have at least ${MIN_TOKEN_LENGTH} characters, and ${value.length} came.`,
    )
  }
  if (!/^[\u0021-\u007e]+$/.test(value)) {
    throw new TypeError(`The ${name} must be of visible ASCII characters only, and another came.`)
  }
}

/** Origins as a browser sends them, or '*'. One that no browser sends would let nobody in, silently. */
export function checkOrigins(value: unknown, name: string): void {
  checkTexts(value, name)
  for (const origin of Array.isArray(value) ? value : []) {
    checkArgument(
      isOrigin(String(origin)),
      name,
      'origins such as "https://example.com", or "*"',
      origin,
    )
  }
}

/** Both files of TLS, or neither. */
export function checkTlsPair(options: { tlsCert?: unknown; tlsKey?: unknown }): void {
  const { tlsCert, tlsKey } = options
  if ((tlsCert === undefined) === (tlsKey === undefined)) return
  const [given, absent] = tlsCert === undefined ? ['tlsKey', 'tlsCert'] : ['tlsCert', 'tlsKey']
  throw new TypeError(
    `The option "${absent}" must be given with the option "${given}", and nothing came.`,
  )
}

function isOrigin(text: string): boolean {
  if (text === '*') return true
  if (!/^[a-z][a-z\d+.-]*:\/\/[^/?#\s]+$/.test(text)) return false
  // The Fetch standard has origins for these; a browser's other schemes are written by the browser.
  return /^https?:/.test(text) ? URL.parse(text)?.origin === text : true
}
