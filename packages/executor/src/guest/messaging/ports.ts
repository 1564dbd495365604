// What stands behind a MessagePort: one end of a channel with the messages that have arrived at it. It
// moves to another port object when its port is transferred.

import { refuse } from '../clone/data-clone-error.ts'

export type Message = {
  data: unknown
  ports: Array<object>
  next: Message | undefined
}

export type End = {
  port: object
  /** The other end of the channel, while it is open. */
  other: End | undefined
  first: Message | undefined
  last: Message | undefined
  isEnabled: boolean
  /** Its port was closed or transferred away. */
  isDetached: boolean
}

export type Deliver = (port: object, message: Message) => void

const ends = new WeakMap<object, End>()
const get = ends.get.bind(ends)
const set = ends.set.bind(ends)

export const isMessagePort = (value: unknown): value is object => get(value as object) !== undefined

/** The end behind a port. Throws a TypeError for anything else. */
export const endOf = (port: unknown): End => {
  const end = get(port as object)
  if (end === undefined) throw new TypeError('This is not a MessagePort.')
  return end
}

/** Gives a port an end of its own, which is connected to nothing. */
export const createEnd = (port: object): End => {
  const end: End = {
    port,
    other: undefined,
    first: undefined,
    last: undefined,
    isEnabled: false,
    isDetached: false,
  }
  set(port, end)
  return end
}

export const connect = (one: object, another: object): void => {
  const first = endOf(one)
  const second = endOf(another)
  first.other = second
  second.other = first
}

const deliverFirst = (end: End, deliver: Deliver): void => {
  const message = end.first
  if (message === undefined || !end.isEnabled) return
  end.first = message.next
  if (end.first === undefined) end.last = undefined
  deliver(end.port, message)
}

/** A message arrives: it is delivered in a turn of its own, once the end is enabled. */
export const post = (end: End, message: Message, deliver: Deliver): void => {
  if (end.last === undefined) end.first = message
  else end.last.next = message
  end.last = message
  if (end.isEnabled) runtime.queueTask(() => deliverFirst(end, deliver))
}

export const enable = (end: End, deliver: Deliver): void => {
  if (end.isEnabled) return
  end.isEnabled = true
  for (let message = end.first; message !== undefined; message = message.next) {
    runtime.queueTask(() => deliverFirst(end, deliver))
  }
}

/** Closes the channel; `onClosed` hears of the port at its other end, after what is on its way. */
export const close = (end: End, onClosed: (port: object) => void): void => {
  const { other } = end
  end.isDetached = true
  end.other = undefined
  if (other === undefined) return
  other.other = undefined
  runtime.queueTask(() => onClosed(other.port))
}

/** Moves the end of one port to another, messages included, and disables it there. */
export const movePort = (source: object, target: object): void => {
  const end = endOf(source)
  if (end.isDetached) refuse('a detached MessagePort')
  createEnd(source).isDetached = true
  end.port = target
  end.isEnabled = false
  set(target, end)
}
