// Parsing, serializing and extracting media types as the MIME Sniffing Standard and Fetch have it.

import { getHeader, type HeaderList, isToken } from './header-list.ts'

export type MimeType = {
  essence: string
  parameters: Array<[name: string, value: string]>
}

const QUOTED_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
const SPACE = '[\\t\\n\\r ]'
const LEADING = new RegExp(`^${SPACE}+`)
const TRAILING = new RegExp(`${SPACE}+$`)

const trim = (text: string): string => text.replace(LEADING, '').replace(TRAILING, '')

/** Reads a quoted string that starts at `at`; answers its content and the index after it. */
const readQuoted = (text: string, at: number): { value: string; next: number } => {
  let value = ''
  let i = at + 1
  for (; i < text.length && text[i] !== '"'; i++) {
    if (text[i] === '\\' && i + 1 < text.length) i++
    value += text[i] as string
  }
  return { value, next: i + 1 }
}

const readValue = (text: string, at: number): { value: string; next: number } => {
  if (text[at] === '"') {
    const quoted = readQuoted(text, at)
    const semicolon = text.indexOf(';', quoted.next)
    return { value: quoted.value, next: semicolon < 0 ? text.length : semicolon }
  }
  const semicolon = text.indexOf(';', at)
  const next = semicolon < 0 ? text.length : semicolon
  return { value: text.slice(at, next).replace(TRAILING, ''), next }
}

const readParameters = (text: string): MimeType['parameters'] => {
  const parameters: MimeType['parameters'] = []
  let at = 0
  while (at < text.length) {
    // `at` is at a semicolon here.
    const rest = text.slice(at + 1)
    const start = at + 1 + (rest.length - rest.replace(LEADING, '').length)
    const stop = text.slice(start).search(/[;=]/)
    if (stop < 0) break
    const name = text.slice(start, start + stop).toLowerCase()
    at = start + stop
    if (text[at] === ';') continue
    const quoted = text[at + 1] === '"'
    const { value, next } = readValue(text, at + 1)
    at = next
    const usable = (quoted || value !== '') && isToken(name) && QUOTED_VALUE.test(value)
    if (usable && !parameters.some((other) => other[0] === name)) parameters.push([name, value])
  }
  return parameters
}

/** The parsed type, or `null` for text that is none. */
export const parseMimeType = (input: string): MimeType | null => {
  const text = trim(input)
  const semicolon = text.indexOf(';')
  const end = semicolon < 0 ? text.length : semicolon
  const essence = text.slice(0, end).replace(TRAILING, '')
  const slash = essence.indexOf('/')
  if (slash < 0 || !isToken(essence.slice(0, slash)) || !isToken(essence.slice(slash + 1))) {
    return null
  }
  return { essence: essence.toLowerCase(), parameters: readParameters(text.slice(end)) }
}

export const serializeMimeType = (type: MimeType): string => {
  let text = type.essence
  for (let i = 0; i < type.parameters.length; i++) {
    const pair = type.parameters[i] as [string, string]
    const quoted = isToken(pair[1]) ? pair[1] : `"${pair[1].replace(/["\\]/g, '\\$&')}"`
    text += `;${pair[0]}=${quoted}`
  }
  return text
}

export const mimeParameter = (type: MimeType, name: string): string | undefined =>
  type.parameters.find((pair) => pair[0] === name)?.[1]

/** Splits at commas outside quoted strings. */
const splitList = (text: string): Array<string> => {
  const items: Array<string> = []
  let start = 0
  for (let i = 0; i < text.length;) {
    if (text[i] === '"') i = readQuoted(text, i).next
    else if (text[i] === ',') {
      items.push(text.slice(start, i))
      start = ++i
    } else i++
  }
  items.push(text.slice(start))
  return items
}

/** "Extract a MIME type": the last valid one of the content-type header, or `null`. */
export const extractMimeType = (list: HeaderList): MimeType | null => {
  const header = getHeader(list, 'content-type')
  if (header === null) return null
  let charset: string | undefined
  let found: MimeType | null = null
  const items = splitList(header)
  for (let i = 0; i < items.length; i++) {
    const type = parseMimeType(items[i] as string)
    if (type === null || type.essence === '*/*') continue
    if (type.essence !== found?.essence) charset = mimeParameter(type, 'charset')
    else if (mimeParameter(type, 'charset') === undefined && charset !== undefined) {
      type.parameters.push(['charset', charset])
    }
    found = type
  }
  return found
}
