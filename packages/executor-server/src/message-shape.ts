// Reads one message of a peer: parsed once, and refused unless it is one of the few kinds, spelled in
// the few ways, that calls, their answers and their releases consist of.

import { MESSAGE_VALUES_LIMIT } from '@supolka/codemode-executor-protocol'
import { holdsMoreValues } from './count-values.ts'
import { tallyValues } from './message-values.ts'
import { WrongMessage } from './wrong-message.ts'

/** A message as it goes on to capnweb, with what the transport has to know of it. */
export type PeerMessage =
  | { kind: 'call'; content: unknown; values: number }
  | { kind: 'pull' | 'release' | 'answer'; content: unknown; id: number }
  | { kind: 'abort' }

/** Shorter messages cannot hold enough values to matter, in characters. */
const SCAN_FROM = 65_536

/** Functions that one call lends: dispatch, outbound, signal, onLog. */
const MAX_STUBS = 4

/** Throws `WrongMessage` for a message that ends its connection. */
export function readMessage(text: string): PeerMessage {
  if (text.length >= SCAN_FROM && holdsMoreValues(text, MESSAGE_VALUES_LIMIT)) {
    throw new WrongMessage(`The message holds more than ${MESSAGE_VALUES_LIMIT} values.`)
  }
  const content = parse(text)
  const parts = listOf(content)
  switch (parts[0]) {
    case 'push':
      return { kind: 'call', content, values: checkCall(parts) }
    case 'pull':
      return { kind: 'pull', content, id: idOf(parts, 2) }
    case 'release':
      // capnweb takes any number off its count: none at all, a part of one, or less than none.
      if (parts[2] !== 1) throw new WrongMessage('A call is released once, and whole.')
      return { kind: 'release', content, id: idOf(parts, 3) }
    case 'resolve':
    case 'reject':
      return { kind: 'answer', content, id: checkAnswer(parts) }
    case 'abort':
      return { kind: 'abort' }
    default:
      throw new WrongMessage('The message is of no kind that this protocol has.')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (failure) {
    throw new WrongMessage('The message is not JSON.', { cause: failure })
  }
}

function listOf(value: unknown): Array<unknown> {
  if (!Array.isArray(value)) throw new WrongMessage('The message is not a list.')

  return value
}

/** Calls and answers are numbered from 1; 0 is the main object, and nothing of it is to be answered. */
function idOf({ 1: id, length }: Array<unknown>, expected: number): number {
  if (length !== expected || !Number.isSafeInteger(id) || Number(id) < 1) {
    throw new WrongMessage('The message names no call.')
  }

  return Number(id)
}

/**
 * A call of a method of the main object, and nothing else that a push can be: a reference to a method
 * would make this side keep a stub, a call on a result or on a stub of this side is no part of the
 * contract. Answers the number of its values.
 */
function checkCall({ 1: expression, length }: Array<unknown>): number {
  const [kind, target, path, args, ...more] = listOf(expression)
  const isCall = length === 2 && kind === 'pipeline' && target === 0 && more.length === 0
  const isOfMethod = Array.isArray(path) && path.length === 1 && typeof path[0] === 'string'
  if (!isCall || !isOfMethod || !Array.isArray(args)) {
    throw new WrongMessage('Only methods of the executor itself can be called.')
  }
  const { values, stubs } = tallyValues(args)
  if (stubs > MAX_STUBS) {
    throw new WrongMessage(
      `The call lends ${stubs} functions, and ${MAX_STUBS} is the most it can.`,
    )
  }

  return values
}

/** An answer to a call of this side. A stub in it would live on, and as `then` would be called. */
function checkAnswer(parts: Array<unknown>): number {
  const { stubs } = tallyValues([parts[2]])
  if (stubs > 0) throw new WrongMessage('An answer is data: it lends no functions.')

  return idOf(parts, 3)
}
