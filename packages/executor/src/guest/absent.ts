// The surfaces this runtime leaves out: declared absences that say why at the first touch, and doors
// of the realm that are closed before any program runs.

import {
  BufferGrowthAbsentError,
  CacheStorageAbsentError,
  CompressionAbsentError,
} from '@supolka/codemode-executor-protocol'

import { guardBuffer } from './absent/guarded-buffer.ts'
import type { Refuse } from './absent/guarded-buffer.ts'
import { installSilentRegistry } from './absent/silent-registry.ts'
import {
  NativePromise,
  create,
  dataDescriptor,
  defineHidden,
  objectPrototype,
  reflectDefine,
  reflectDelete,
  symbolToStringTag,
} from './intrinsics.ts'

export type AbsenceOptions = {
  /** Makes a DOMException of the program's realm; called afresh at each touch. */
  domException: (message: string, name: string) => object
  /** Leaves `WebAssembly` in place; nothing inside the isolate bounds its memory. */
  webAssembly: boolean
}

const tagWith = (target: object, tag: string): void => {
  reflectDefine(target, symbolToStringTag, dataDescriptor(tag, false, false, true))
}

const installCompression = (name: string, refuse: Refuse): void => {
  // oxlint-disable-next-line typescript/no-extraneous-class -- programs construct and extend it
  const constructor = class {
    constructor(_format: unknown) {
      refuse()
    }
  }
  reflectDefine(constructor, 'name', dataDescriptor(name, false, false, true))
  tagWith(constructor.prototype, name)
  defineHidden(globalThis, name, constructor)
}

const installCaches = (makeError: () => object): void => {
  const rejected = (): Promise<never> =>
    new NativePromise((_resolve, reject) => {
      reject(makeError())
    })
  // Parameters are there for the lengths that Web IDL gives the members.
  const match = (_request: unknown): Promise<never> => rejected()
  const has = (_name: unknown): Promise<never> => rejected()
  const open = (_name: unknown): Promise<never> => rejected()
  const remove = (_name: unknown): Promise<never> => rejected()
  const keys = (): Promise<never> => rejected()
  reflectDefine(remove, 'name', dataDescriptor('delete', false, false, true))
  const caches = create(objectPrototype)
  defineHidden(caches, 'match', match)
  defineHidden(caches, 'has', has)
  defineHidden(caches, 'open', open)
  defineHidden(caches, 'delete', remove)
  defineHidden(caches, 'keys', keys)
  tagWith(caches, 'CacheStorage')
  defineHidden(globalThis, 'caches', caches)
}

/**
 * Installs every declared absence and closes the doors beside them. Call once, after the context
 * exists (V8 adds some of these globals with it) and before any program runs. Texts are composed
 * here, out of a program's reach; only the DOMException is made at the touch.
 */
export const installAbsences = (options: AbsenceOptions): void => {
  const errorOf = (message: string) => (): object =>
    options.domException(message, 'NotSupportedError')
  const refusalOf = (message: string): Refuse => {
    const makeError = errorOf(message)
    return () => {
      // oxlint-disable-next-line typescript/only-throw-error -- a DOMException, made by the realm
      throw makeError()
    }
  }
  const growthOf = (name: string): Refuse => refusalOf(new BufferGrowthAbsentError(name).message)
  const compressionOf = (name: string): Refuse =>
    refusalOf(new CompressionAbsentError(name).message)

  installCompression('CompressionStream', compressionOf('CompressionStream'))
  installCompression('DecompressionStream', compressionOf('DecompressionStream'))
  guardBuffer('ArrayBuffer', 'resize', growthOf)
  guardBuffer('SharedArrayBuffer', 'grow', growthOf)
  installCaches(errorOf(new CacheStorageAbsentError().message))
  installSilentRegistry()
  if (!options.webAssembly) reflectDelete(globalThis, 'WebAssembly')
}
