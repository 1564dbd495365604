// URLPattern: the library's matching behind an interface as the standard has it.

import { URLPattern as Matcher } from 'urlpattern-polyfill/urlpattern'
import { defineInterface } from '../dom/define-interface.ts'
import { isObject, toUSVString } from '../dom/webidl.ts'

type Init = Record<string, string>
type Input = string | Init

/** In the order in which Web IDL reads them. */
const MEMBERS = [
  'baseURL',
  'hash',
  'hostname',
  'password',
  'pathname',
  'port',
  'protocol',
  'search',
  'username',
]

type Component = { input: string; groups: Record<string, string | undefined> }

/** What a match says: each component's part, and what was matched. */
type URLPatternResult = Record<string, Component | Array<Input>>

type Matching = {
  test(input: Input, baseURL?: string): boolean
  exec(input: Input, baseURL?: string): URLPatternResult | null
} & Record<'hasRegExpGroups', boolean> &
  Readonly<Record<string, string>>

const toInput = (value: unknown): Input => {
  if (value !== undefined && value !== null && !isObject(value)) return toUSVString(value)
  const init: Init = {}
  if (!isObject(value)) return init
  for (let i = 0; i < MEMBERS.length; i++) {
    const name = MEMBERS[i] as string
    const member = (value as Record<string, unknown>)[name]
    if (member !== undefined) init[name] = toUSVString(member)
  }
  return init
}

const toOptions = (value: unknown): { ignoreCase: boolean } => {
  if (value === undefined || value === null) return { ignoreCase: false }
  if (!isObject(value)) throw new TypeError('URLPattern: the options are not an object.')
  return { ignoreCase: Boolean((value as { ignoreCase?: unknown }).ignoreCase) }
}

const checkBase = (input: Input, baseURL: string | undefined): void => {
  if (typeof input === 'string' || baseURL === undefined) return
  throw new TypeError('URLPattern: a base URL goes with a string, or into the object.')
}

const construct = (args: ReadonlyArray<unknown>): Matching => {
  const [first, second, third] = args
  const input = toInput(first)
  // A second argument that could be options is taken as such, unless a third one is there.
  const hasBase = args.length > 2 || !(second === undefined || second === null || isObject(second))
  const baseURL = hasBase ? toUSVString(second) : undefined
  const options = toOptions(hasBase ? third : second)
  checkBase(input, baseURL)
  const Constructor = Matcher as unknown as new (...args: Array<unknown>) => Matching
  return baseURL === undefined
    ? new Constructor(input, options)
    : new Constructor(input, baseURL, options)
}

// Set from the static block of URLPattern, which alone can see the private field.
let brandOf: (value: object) => boolean

export class URLPattern {
  readonly #matching: Matching

  static {
    brandOf = (value) => #matching in value
  }

  constructor(...args: Array<unknown>) {
    this.#matching = construct(args)
  }

  test(input: unknown = undefined, baseURL: unknown = undefined): boolean {
    const matching = this.#matching
    const subject = toInput(input)
    const base = baseURL === undefined ? undefined : toUSVString(baseURL)
    checkBase(subject, base)
    return matching.test(subject, base)
  }

  exec(input: unknown = undefined, baseURL: unknown = undefined): URLPatternResult | null {
    const matching = this.#matching
    const subject = toInput(input)
    const base = baseURL === undefined ? undefined : toUSVString(baseURL)
    checkBase(subject, base)
    const result = matching.exec(subject, base)
    if (result === null) return null
    return { ...result, inputs: base === undefined ? [subject] : [subject, base] }
  }

  get protocol(): string {
    return this.#matching['protocol'] as string
  }
  get username(): string {
    return this.#matching['username'] as string
  }
  get password(): string {
    return this.#matching['password'] as string
  }
  get hostname(): string {
    return this.#matching['hostname'] as string
  }
  get port(): string {
    return this.#matching['port'] as string
  }
  get pathname(): string {
    return this.#matching['pathname'] as string
  }
  get search(): string {
    return this.#matching['search'] as string
  }
  get hash(): string {
    return this.#matching['hash'] as string
  }
  get hasRegExpGroups(): boolean {
    return this.#matching.hasRegExpGroups
  }
}

defineInterface(URLPattern, 'URLPattern')

export const isURLPattern = (value: unknown): boolean => isObject(value) && brandOf(value)
