// Buffers that cannot grow. V8 allocates a buffer made with `maxByteLength` outside the isolate's
// memory limit, even one that is never resized, so the constructor is the door and not `resize`.

import {
  NativeProxy,
  create,
  defineHidden,
  defineValue,
  reflectConstruct,
  reflectGet,
} from '../intrinsics.ts'

/** Throws the error of one declared absence. */
export type Refuse = () => never

type BufferName = 'ArrayBuffer' | 'SharedArrayBuffer'
type Construct = (target: object, args: Array<unknown>, newTarget: unknown) => object

const asksForGrowth = (options: unknown): boolean => {
  if (options === null || (typeof options !== 'object' && typeof options !== 'function')) {
    return false
  }
  return reflectGet(options, 'maxByteLength') !== undefined
}

// A proxy and not a subclass: `Object.getPrototypeOf` of a subclass would give the original away,
// while statics, `instanceof` and subclassing work through a proxy as they did. The native
// constructor never sees the options, so a getter that answers differently the second time, or a
// foreign `newTarget`, ends in a buffer of fixed length.
const guardConstructor = (native: object, refuse: Refuse): object => {
  const construct: Construct = (target, args, newTarget) => {
    if (args.length > 1 && asksForGrowth(args[1])) refuse()
    const lengthAlone = args.length === 0 ? [] : [args[0]]
    return reflectConstruct(target, lengthAlone, newTarget === guarded ? target : newTarget)
  }
  const handler = create(null)
  defineValue(handler, 'construct', construct)
  const guarded: object = new NativeProxy(native, handler)
  return guarded
}

/**
 * Guards one buffer constructor, puts the guard in every place that leads to the original (the
 * global and `prototype.constructor`), and makes its growing method refuse. `growthOf` composes the
 * refusal that names what was touched.
 */
export const guardBuffer = (
  name: BufferName,
  growMethod: 'resize' | 'grow',
  growthOf: (name: string) => Refuse,
): void => {
  const native = reflectGet(globalThis, name)
  if (typeof native !== 'function') return
  const prototype: object = native.prototype
  const guarded = guardConstructor(native, growthOf(`${name} maxByteLength`))
  const refuseGrowth = growthOf(`${name}.prototype.${growMethod}`)
  const methods = {
    resize(_newLength: unknown): void {
      refuseGrowth()
    },
    grow(_newLength: unknown): void {
      refuseGrowth()
    },
  }
  defineHidden(prototype, 'constructor', guarded)
  defineHidden(prototype, growMethod, methods[growMethod])
  defineHidden(globalThis, name, guarded)
}
