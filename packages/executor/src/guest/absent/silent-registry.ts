// A FinalizationRegistry that checks its arguments as the language does and never calls back, which
// the language allows. V8 runs the native one's callbacks as platform tasks, outside every time
// bound of the run: one that spins could only be ended by killing the process.

import {
  NativeTypeError,
  NativeWeakMap,
  dataDescriptor,
  reflectDefine,
  symbolKeyFor,
  symbolToStringTag,
  weakMapDelete,
  weakMapSet,
} from '../intrinsics.ts'

const canBeHeldWeakly = (value: unknown): value is WeakKey => {
  if (typeof value === 'symbol') return symbolKeyFor(value) === undefined
  return value !== null && (typeof value === 'object' || typeof value === 'function')
}

export class SilentRegistry {
  // Which tokens are registered is all that `unregister` needs; targets are not kept at all.
  readonly #tokens = new NativeWeakMap<WeakKey, true>()

  constructor(cleanup: unknown) {
    if (typeof cleanup !== 'function') {
      throw new NativeTypeError('FinalizationRegistry: cleanup must be callable')
    }
  }

  register(target: unknown, heldValue: unknown, ...rest: Array<unknown>): void {
    const tokens = this.#tokens
    const unregisterToken = rest.length > 0 ? rest[0] : undefined
    if (!canBeHeldWeakly(target)) {
      throw new NativeTypeError('FinalizationRegistry.prototype.register: invalid target')
    }
    if (target === heldValue) {
      throw new NativeTypeError(
        'FinalizationRegistry.prototype.register: target and holdings must not be same',
      )
    }
    if (canBeHeldWeakly(unregisterToken)) weakMapSet(tokens, unregisterToken, true)
    else if (unregisterToken !== undefined) {
      throw new NativeTypeError('FinalizationRegistry.prototype.register: invalid unregister token')
    }
  }

  unregister(unregisterToken: unknown): boolean {
    const tokens = this.#tokens
    if (!canBeHeldWeakly(unregisterToken)) {
      throw new NativeTypeError('Invalid unregisterToken')
    }
    return weakMapDelete(tokens, unregisterToken)
  }
}

reflectDefine(SilentRegistry, 'name', dataDescriptor('FinalizationRegistry', false, false, true))
reflectDefine(
  SilentRegistry.prototype,
  symbolToStringTag,
  dataDescriptor('FinalizationRegistry', false, false, true),
)
