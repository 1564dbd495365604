// MessageEvent: what arrives at a port.

import { defineInterface } from '../dom/define-interface.ts'
import { need } from '../dom/need.ts'
import {
  requireArguments,
  toDictionary,
  toDOMString,
  toSequence,
  toUSVString,
} from '../dom/webidl.ts'
import { isMessagePort } from './ports.ts'

const { isDispatching } = need('dom')
const Event: typeof import('../dom/event.ts').Event = need('dom').Event
const { freeze } = Object

type Ports = ReadonlyArray<object>

type Fields = {
  data: unknown
  origin: string
  lastEventId: string
  source: object | null
  ports: Ports
}

const toPort = (value: unknown): object => {
  if (!isMessagePort(value)) throw new TypeError('MessageEvent: the value is no MessagePort.')
  return value
}

const toPorts = (value: unknown): Ports =>
  freeze(toSequence(value, 'MessageEvent: ports', toPort) as Array<object>)

/** Reads the members in the order of their names, as Web IDL does. */
const fieldsOf = (init: Record<string, unknown>): Fields => {
  const { data = null, lastEventId = '', origin = '', ports, source = null } = init
  return {
    data,
    lastEventId: toDOMString(lastEventId),
    origin: toUSVString(origin),
    ports: ports === undefined ? freeze([]) : toPorts(ports),
    source: source === null ? null : toPort(source),
  }
}

// Marks the runtime's own call of the constructor; its fields need no conversion.
const DELIVERED: object = {}

export class MessageEvent extends Event {
  #fields: Fields

  constructor(type: unknown, init: unknown = undefined) {
    requireArguments(arguments.length, 1, 'MessageEvent constructor')
    const isDelivered = type === DELIVERED
    super(isDelivered ? 'message' : type, isDelivered ? undefined : init)
    this.#fields = isDelivered
      ? (init as Fields)
      : fieldsOf(toDictionary(init, 'MessageEvent constructor'))
  }

  get data(): unknown {
    return this.#fields.data
  }
  get origin(): string {
    return this.#fields.origin
  }
  get lastEventId(): string {
    return this.#fields.lastEventId
  }
  get source(): object | null {
    return this.#fields.source
  }
  get ports(): Ports {
    return this.#fields.ports
  }

  initMessageEvent(
    type: unknown,
    bubbles: unknown = false,
    cancelable: unknown = false,
    ...rest: Array<unknown>
  ): void {
    requireArguments(arguments.length, 1, 'MessageEvent.initMessageEvent')
    void this.#fields
    const [data, origin, lastEventId, source, ports] = rest
    const fields = fieldsOf({ __proto__: null, data, lastEventId, origin, ports, source })
    if (isDispatching(this)) return
    this.initEvent(type, bubbles, cancelable)
    this.#fields = fields
  }
}

defineInterface(MessageEvent, 'MessageEvent')

/** The event that delivers a message. */
export const createMessageEvent = (data: unknown, ports: Array<object>): MessageEvent =>
  new MessageEvent(DELIVERED, {
    data,
    origin: '',
    lastEventId: '',
    source: null,
    ports: freeze(ports),
  })
