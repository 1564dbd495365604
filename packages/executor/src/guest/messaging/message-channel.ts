// MessageChannel: two ports that are connected.

import { defineInterface } from '../dom/define-interface.ts'
import { isObject } from '../dom/webidl.ts'
import { createPort, type MessagePort } from './message-port.ts'
import { connect } from './ports.ts'

export class MessageChannel {
  readonly #port1: MessagePort = createPort()
  readonly #port2: MessagePort = createPort()

  constructor() {
    connect(this.#port1, this.#port2)
  }

  get port1(): MessagePort {
    return this.#port1
  }
  get port2(): MessagePort {
    return this.#port2
  }

  static isInstance(value: unknown): boolean {
    return isObject(value) && #port1 in value
  }
}

export const isMessageChannel: (value: unknown) => boolean = MessageChannel.isInstance
Reflect.deleteProperty(MessageChannel, 'isInstance')

defineInterface(MessageChannel, 'MessageChannel')
