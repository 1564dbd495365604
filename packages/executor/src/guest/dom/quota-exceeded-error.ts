// QuotaExceededError: the DOMException that says which quota was exceeded, and by what request.

import { defineInterface } from './define-interface.ts'
import { copyStack, DOMException } from './dom-exception.ts'
import { isObject, toDictionary } from './webidl.ts'

const CONTEXT = 'QuotaExceededError constructor'

type Limits = { quota: number | null; requested: number | null }

const toLimit = (value: unknown, member: string): number | null => {
  if (value === undefined) return null
  const number = Number(value)
  if (!Number.isFinite(number)) throw new TypeError(`${CONTEXT}: "${member}" is not a number.`)
  return number
}

const checkLimits = ({ quota, requested }: Limits): void => {
  if ((quota ?? 0) < 0) throw new RangeError(`${CONTEXT}: "quota" is negative.`)
  if ((requested ?? 0) < 0) throw new RangeError(`${CONTEXT}: "requested" is negative.`)
  if (quota !== null && requested !== null && requested < quota) {
    throw new RangeError(`${CONTEXT}: "requested" is less than "quota".`)
  }
}

let limitsOf: (value: object) => Limits | undefined

export class QuotaExceededError extends DOMException {
  readonly #limits: Limits

  static {
    limitsOf = (value) => (#limits in value ? value.#limits : undefined)
  }

  constructor(message: unknown = '', options: unknown = {}) {
    super(message, 'QuotaExceededError')
    const { quota, requested } = toDictionary(options, CONTEXT)
    const limits = { quota: toLimit(quota, 'quota'), requested: toLimit(requested, 'requested') }
    checkLimits(limits)
    this.#limits = limits
  }

  get quota(): number | null {
    return this.#limits.quota
  }

  get requested(): number | null {
    return this.#limits.requested
  }
}

defineInterface(QuotaExceededError, 'QuotaExceededError')

/** The copy that structuredClone makes of one of these; `undefined` for every other value. */
export const cloneQuotaExceededError = (value: unknown): DOMException | undefined => {
  const limits = isObject(value) ? limitsOf(value) : undefined
  if (limits === undefined) return undefined
  const { quota, requested } = limits
  const exception = value as QuotaExceededError
  const copy = new QuotaExceededError(exception.message, {
    __proto__: null,
    quota: quota ?? undefined,
    requested: requested ?? undefined,
  })
  return copyStack(exception, copy)
}
