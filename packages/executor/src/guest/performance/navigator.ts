// The navigator, of which ECMA-429 wants the name of the runtime. Its interface is no global.

import { defineInterface } from '../dom/define-interface.ts'

const USER_AGENT = 'codemode-executor'

// Marks the runtime's own call of the constructor; a program has no way to get at it.
const TOKEN = {}

class Navigator {
  readonly #userAgent: string = USER_AGENT

  constructor(...args: Array<unknown>) {
    if (args[0] !== TOKEN) throw new TypeError('Illegal constructor')
  }

  get userAgent(): string {
    return this.#userAgent
  }
}

defineInterface(Navigator, 'Navigator')

export const navigator: object = new Navigator(TOKEN)
