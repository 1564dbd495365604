// The names this runtime publishes to say that they are absent: each fails at the first touch with a
// NotSupportedError whose text says why and what remains possible.

import {
  CacheStorageAbsentError,
  CompressionAbsentError,
} from '@supolka/codemode-executor-protocol'

import {
  NativePromise,
  create,
  dataDescriptor,
  defineHidden,
  objectPrototype,
  reflectDefine,
  symbolToStringTag,
} from './intrinsics.ts'

/** Makes a DOMException of the program's realm; called afresh at each touch. */
export type MakeDomException = (message: string, name: string) => object

const tagWith = (target: object, tag: string): void => {
  reflectDefine(target, symbolToStringTag, dataDescriptor(tag, false, false, true))
}

/** A class of a given name whose construction throws. */
export const createCompression = (name: string, makeDomException: MakeDomException): object => {
  // oxlint-disable-next-line typescript/no-extraneous-class -- programs construct and extend it
  const constructor = class {
    constructor(_format: unknown) {
      const { message } = new CompressionAbsentError(name)
      // oxlint-disable-next-line typescript/only-throw-error -- a DOMException, made by the realm
      throw makeDomException(message, 'NotSupportedError')
    }
  }
  reflectDefine(constructor, 'name', dataDescriptor(name, false, false, true))
  tagWith(constructor.prototype, name)
  return constructor
}

/** An object with the members of CacheStorage, each of which rejects. */
export const createCaches = (makeDomException: MakeDomException): object => {
  const makeError = (): object =>
    makeDomException(new CacheStorageAbsentError().message, 'NotSupportedError')
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
  return caches
}
