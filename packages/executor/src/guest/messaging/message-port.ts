// MessagePort: one end of a channel. Messages are copied when they are posted and delivered each in a
// turn of its own, in order.

import { defineInterface } from '../dom/define-interface.ts'
import type { EventHandler } from '../dom/event-handler.ts'
import { need } from '../dom/need.ts'
import { isObject, requireArguments, toDictionary } from '../dom/webidl.ts'
import { refuse } from '../clone/data-clone-error.ts'
import { createMessageEvent } from './message-event.ts'
import { close, createEnd, type Deliver, enable, endOf, post } from './ports.ts'

const { createEventHandler, dispatchTrusted, Event } = need('dom')
const EventTarget: typeof import('../dom/event-target.ts').EventTarget = need('dom').EventTarget

const CONTEXT = 'MessagePort.postMessage'

// Programs cannot construct a port; the token tells the runtime's own calls apart.
const TOKEN = {}

const deliver: Deliver = (port, { data, ports }) => {
  dispatchTrusted(port as MessagePort, createMessageEvent(data, ports))
}

const fireClose = (port: object): void => {
  dispatchTrusted(port as MessagePort, new Event('close'))
}

/** The second argument of postMessage is a list, or options that hold one. */
const listOf = (options: unknown): Array<unknown> => {
  const { toTransferList } = need('clone')
  if (isObject(options)) {
    const method: unknown = (options as Iterable<unknown>)[Symbol.iterator]
    if (method !== undefined && method !== null) return toTransferList(options, CONTEXT)
  }
  const { transfer } = toDictionary(options, CONTEXT)
  return transfer === undefined ? [] : toTransferList(transfer, CONTEXT)
}

const contains = (list: ReadonlyArray<unknown>, value: unknown): boolean => {
  for (let i = 0; i < list.length; i++) if (list[i] === value) return true
  return false
}

export class MessagePort extends EventTarget {
  readonly #onmessage: EventHandler = createEventHandler(this, 'message')
  readonly #onmessageerror: EventHandler = createEventHandler(this, 'messageerror')
  readonly #onclose: EventHandler = createEventHandler(this, 'close')

  constructor(...args: Array<unknown>) {
    if (args[0] !== TOKEN) throw new TypeError('Illegal constructor')
    super()
    createEnd(this)
  }

  postMessage(message: unknown, options: unknown = undefined): void {
    const { other } = endOf(this)
    requireArguments(arguments.length, 1, CONTEXT)
    const list = listOf(options)
    if (contains(list, this)) refuse('the port that the message goes through')
    const isDoomed = other !== undefined && contains(list, other.port)
    const { copy, ports } = need('clone').cloneWithTransfer(message, list)
    if (other !== undefined && !isDoomed)
      post(other, { data: copy, ports, next: undefined }, deliver)
  }

  start(): void {
    enable(endOf(this), deliver)
  }

  close(): void {
    close(endOf(this), fireClose)
  }

  get onmessage(): object | null {
    return this.#onmessage.get()
  }
  set onmessage(value: unknown) {
    this.#onmessage.set(value)
    enable(endOf(this), deliver)
  }
  get onmessageerror(): object | null {
    return this.#onmessageerror.get()
  }
  set onmessageerror(value: unknown) {
    this.#onmessageerror.set(value)
  }
  get onclose(): object | null {
    return this.#onclose.get()
  }
  set onclose(value: unknown) {
    this.#onclose.set(value)
  }
}

defineInterface(MessagePort, 'MessagePort')

/** A port with an end that is connected to nothing yet. */
export const createPort = (): MessagePort => new MessagePort(TOKEN)
