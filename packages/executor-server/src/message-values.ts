// Looks at every value of a message before capnweb turns it into what it stands for: counts them, and
// lets only data and lent functions through.

import { WrongMessage } from './wrong-message.ts'

/** What one message holds. */
export type Tally = { values: number; stubs: number }

/**
 * Special values that stand for data. Not among them: references to what this side has, further calls,
 * promises, streams, and the requests, responses and blobs that are made of streams.
 */
const DATA_KINDS = new Set<unknown>([
  'undefined',
  'bytes',
  'inf',
  '-inf',
  'nan',
  'bigint',
  'date',
  'url',
  'error',
])

/** Levels of nesting. Requests need few; errors hold whatever a caller hung on them. */
const MAX_DEPTH = 64

/** Counts arguments with all that they hold. Throws `WrongMessage` for a value that is none here. */
export function tallyValues(args: Array<unknown>): Tally {
  const tally: Tally = { values: 0, stubs: 0 }
  addEach(args, 0, tally)

  return tally
}

function addEach(values: Array<unknown>, depth: number, tally: Tally): void {
  for (const value of values) add(value, depth, tally)
}

function add(value: unknown, depth: number, tally: Tally): void {
  tally.values += 1
  if (typeof value !== 'object' || value === null) return
  if (depth >= MAX_DEPTH) {
    throw new WrongMessage(`The message is nested deeper than ${MAX_DEPTH} levels.`)
  }
  if (!Array.isArray(value)) return addEach(Object.values(value), depth + 1, tally)
  const parts: Array<unknown> = value
  const [list] = parts
  // A list stands in another list alone, so that it is told from a special value.
  if (parts.length === 1 && Array.isArray(list)) return addEach(list, depth + 1, tally)

  return addSpecial(parts, depth, tally)
}

function addSpecial(parts: Array<unknown>, depth: number, tally: Tally): void {
  const [kind, ...operands] = parts
  if (kind === 'export') {
    checkStub(operands)
    tally.stubs += 1
  } else if (!DATA_KINDS.has(kind)) {
    throw new WrongMessage('The message holds a value of a kind that this protocol does not have.')
  } else if (kind === 'error') addError(operands, depth, tally)
  else if (operands.length > 2 || operands.some((operand) => !isPlain(operand))) {
    throw new WrongMessage('The message holds a special value with wrong parts.')
  }
}

/** The peer numbers what it lends downwards from -1: anything else would be one of this side's calls. */
function checkStub([id, ...more]: Array<unknown>): void {
  if (more.length > 0 || !Number.isSafeInteger(id) || Number(id) >= 0) {
    throw new WrongMessage('The message lends a function under a number that is none.')
  }
}

/** Its name, its message, its stack, and its properties, which are values in turn. */
function addError(
  [name, message, stack, ...more]: Array<unknown>,
  depth: number,
  tally: Tally,
): void {
  const [properties = {}] = more
  const isError = typeof name === 'string' && typeof message === 'string' && isPlain(stack ?? null)
  const isRecord =
    typeof properties === 'object' && properties !== null && !Array.isArray(properties)
  if (!isError || !isRecord || more.length > 1) {
    throw new WrongMessage('The message holds an error with wrong parts.')
  }
  addEach(Object.values(properties), depth + 1, tally)
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null
