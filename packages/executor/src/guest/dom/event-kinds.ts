// The events that carry a payload: CustomEvent, ErrorEvent and PromiseRejectionEvent.

import { defineInterface } from './define-interface.ts'
import { Event, stateOf } from './event.ts'
import { isObject, requireArguments, toDictionary, toDOMString } from './webidl.ts'

export class CustomEvent extends Event {
  #detail: unknown

  constructor(type: unknown, init: unknown = undefined) {
    requireArguments(arguments.length, 1, 'CustomEvent constructor')
    super(type, init)
    const detail = toDictionary(init, 'CustomEvent constructor')['detail']
    this.#detail = detail === undefined ? null : detail
  }

  get detail(): unknown {
    return this.#detail
  }

  initCustomEvent(
    type: unknown,
    bubbles: unknown = false,
    cancelable: unknown = false,
    detail: unknown = null,
  ): void {
    requireArguments(arguments.length, 1, 'CustomEvent.initCustomEvent')
    void this.#detail
    if (stateOf(this).dispatching) return
    this.initEvent(type, bubbles, cancelable)
    this.#detail = detail
  }
}

type ErrorFields = {
  message: string
  filename: string
  lineno: number
  colno: number
  error: unknown
}

const errorFields = (init: Record<string, unknown>): ErrorFields => {
  const { colno, error, filename, lineno, message } = init
  return {
    message: message === undefined ? '' : toDOMString(message),
    filename: filename === undefined ? '' : toDOMString(filename).toWellFormed(),
    lineno: Number(lineno ?? 0) >>> 0,
    colno: Number(colno ?? 0) >>> 0,
    error,
  }
}

// Set from the static block of ErrorEvent, which alone can see the private field.
let hasErrorFields: (value: object) => boolean

export class ErrorEvent extends Event {
  readonly #fields: ErrorFields

  static {
    hasErrorFields = (value) => #fields in value
  }

  constructor(type: unknown, init: unknown = undefined) {
    requireArguments(arguments.length, 1, 'ErrorEvent constructor')
    super(type, init)
    this.#fields = errorFields(toDictionary(init, 'ErrorEvent constructor'))
  }

  get message(): string {
    return this.#fields.message
  }
  get filename(): string {
    return this.#fields.filename
  }
  get lineno(): number {
    return this.#fields.lineno
  }
  get colno(): number {
    return this.#fields.colno
  }
  get error(): unknown {
    return this.#fields.error
  }
}

export const isErrorEvent = (event: Event): event is ErrorEvent => hasErrorFields(event)

/** Nothing fires one: the isolate does not tell which promise was rejected without a handler. */
export class PromiseRejectionEvent extends Event {
  readonly #promise: object
  readonly #reason: unknown

  constructor(type: unknown, init: unknown) {
    requireArguments(arguments.length, 2, 'PromiseRejectionEvent constructor')
    super(type, init)
    const { promise, reason } = toDictionary(init, 'PromiseRejectionEvent constructor')
    if (!isObject(promise)) {
      throw new TypeError('PromiseRejectionEvent constructor: the promise is not an object.')
    }
    this.#promise = promise
    this.#reason = reason
  }

  get promise(): object {
    return this.#promise
  }
  get reason(): unknown {
    return this.#reason
  }
}

defineInterface(CustomEvent, 'CustomEvent')
defineInterface(ErrorEvent, 'ErrorEvent')
defineInterface(PromiseRejectionEvent, 'PromiseRejectionEvent')
