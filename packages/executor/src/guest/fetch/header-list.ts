// A header list: lower-case names and byte-string values, in order, with its sorted form kept.

type Pair = [name: string, value: string]

export type HeaderList = {
  entries: Array<Pair>
  /** The sorted and combined form, until the list changes. */
  sorted: Array<Pair> | null
}

// oxlint-disable-next-line no-control-regex
const INVALID_VALUE = /[\0\r\n]|[^\0-\xff]/
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const EDGE_SPACE = /^[\t\n\r ]+|[\t\n\r ]+$/g

export const isToken = (text: string): boolean => TOKEN.test(text)

export const isHeaderValue = (text: string): boolean => !INVALID_VALUE.test(text)

export const normalizeValue = (text: string): string => text.replace(EDGE_SPACE, '')

export const createHeaderList = (entries: Array<Pair> = []): HeaderList => ({
  entries,
  sorted: null,
})

export const copyHeaderList = (list: HeaderList): HeaderList =>
  createHeaderList(list.entries.map((pair): Pair => [pair[0], pair[1]]))

export const hasHeader = (list: HeaderList, name: string): boolean =>
  list.entries.some((pair) => pair[0] === name)

/** All values of a name joined with `, `, or `null` where there is none. */
export const getHeader = (list: HeaderList, name: string): string | null => {
  let joined: string | null = null
  for (let i = 0; i < list.entries.length; i++) {
    const pair = list.entries[i] as Pair
    if (pair[0] === name) joined = joined === null ? pair[1] : `${joined}, ${pair[1]}`
  }
  return joined
}

export const getSetCookies = (list: HeaderList): Array<string> =>
  list.entries.filter((pair) => pair[0] === 'set-cookie').map((pair) => pair[1])

export const appendHeader = (list: HeaderList, name: string, value: string): void => {
  list.entries.push([name, value])
  list.sorted = null
}

export const deleteHeader = (list: HeaderList, name: string): void => {
  list.entries = list.entries.filter((pair) => pair[0] !== name)
  list.sorted = null
}

/** Replaces the first value of a name and removes the others. */
export const setHeader = (list: HeaderList, name: string, value: string): void => {
  const at = list.entries.findIndex((pair) => pair[0] === name)
  if (at < 0) {
    appendHeader(list, name, value)
    return
  }
  list.entries = list.entries.filter((pair, index) => index <= at || pair[0] !== name)
  list.entries[at] = [name, value]
  list.sorted = null
}

/** Pairs sorted by name; equal names are joined, except for `set-cookie`. */
export const sortedPairs = (list: HeaderList): Array<Pair> => {
  if (list.sorted !== null) return list.sorted
  const ordered = list.entries
    .map((pair, index) => ({ name: pair[0], value: pair[1], index }))
    .toSorted((a, b) => (a.name === b.name ? a.index - b.index : a.name < b.name ? -1 : 1))
  const pairs: Array<Pair> = []
  for (let i = 0; i < ordered.length; i++) {
    const { name, value } = ordered[i] as { name: string; value: string }
    const last = pairs.at(-1)
    if (last !== undefined && last[0] === name && name !== 'set-cookie') {
      last[1] = `${last[1]}, ${value}`
    } else pairs.push([name, value])
  }
  list.sorted = pairs
  return pairs
}
