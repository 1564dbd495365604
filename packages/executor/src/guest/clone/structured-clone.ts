// structuredClone: one walk that copies what the standard serializes and deserializes.

import { requireArguments, toDictionary, uncurryThis } from '../dom/webidl.ts'
import { typedArrayName } from '../text/buffer-source.ts'
import { refuse } from './data-clone-error.ts'
import { type Kind, KINDS, type Pass } from './kinds.ts'
import { copyPlatformObject } from './platform.ts'
import { finishTransfers, type Pair, readTransfers, toTransferList } from './transfer.ts'

const objectToString = uncurryThis(Object.prototype.toString)
const hasOwn = Object.hasOwn
const { isArray } = Array
const { keys } = Object
const mapGet = uncurryThis(Map.prototype.get)
const mapSet = uncurryThis(Map.prototype.set)
const ALL_KINDS = Object.values(KINDS)

const classStringOf = (value: object): string => {
  const text = objectToString(value)
  return text.slice(8, -1)
}

/** Class strings can be set by a program, so they only say which slot to look for first. */
const findKind = (value: object, tag: string): Kind | undefined => {
  if (typedArrayName(value) !== undefined) return KINDS['DataView']
  const likely = KINDS[tag]
  if (likely?.is(value)) return likely
  if (tag === 'Object' || tag === 'Arguments') return undefined
  return ALL_KINDS.find((kind) => kind.is(value))
}

const copyProperties = (source: object, copy: object, pass: Pass): object => {
  const names = keys(source)
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string
    // A getter of an earlier property may have removed a later one.
    if (!hasOwn(source, name)) continue
    const value = pass.copy((source as Record<string, unknown>)[name])
    Object.defineProperty(copy, name, {
      __proto__: null,
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    } as PropertyDescriptor)
  }
  return copy
}

const copyObject = (value: object, pass: Pass): object => {
  if (isArray(value)) {
    const copy: Array<unknown> = []
    copy.length = value.length
    pass.remember(value, copy)
    return copyProperties(value, copy, pass)
  }
  const tag = classStringOf(value)
  if (tag !== 'Object') {
    const platformCopy = copyPlatformObject(value, tag)
    if (platformCopy !== undefined) {
      pass.remember(value, platformCopy)
      return platformCopy
    }
  }
  const kind = findKind(value, tag)
  if (kind !== undefined) return kind.copy(value, pass)
  const copy = {}
  pass.remember(value, copy)
  return copyProperties(value, copy, pass)
}

const createPass = (memory: Map<object, object>): Pass => {
  const pass: Pass = {
    remember: (source, copy) => void mapSet(memory, source, copy),
    copy(value) {
      if (typeof value === 'symbol') return refuse('a symbol')
      if (typeof value === 'function') return refuse('a function')
      if (typeof value !== 'object' || value === null) return value
      return mapGet(memory, value) ?? copyObject(value, pass)
    },
  }
  return pass
}

type Transferred = {
  copy: unknown
  /** The ports that take the places of the transferred ones, in their order. */
  ports: Array<object>
}

/** A deep copy that takes over what the list holds. Throws a DataCloneError for what it cannot. */
export const cloneWithTransfer = (value: unknown, list: ReadonlyArray<unknown>): Transferred => {
  const transfers = readTransfers(list)
  const memory = new Map<object, object>()
  const pass = createPass(memory)
  for (let i = 0; i < transfers.length; i++) {
    const pair = transfers[i] as Pair
    pass.remember(pair.source, pair.target)
  }
  const copy = pass.copy(value)
  const ports = finishTransfers(transfers)
  return { copy, ports }
}

/** A deep copy. Throws a DataCloneError (DOMException) for what cannot be copied. */
export const structuredClone: (value: unknown, options?: unknown) => unknown = {
  structuredClone(value: unknown, options: unknown = undefined): unknown {
    requireArguments(arguments.length, 1, 'structuredClone')
    const { transfer } = toDictionary(options, 'structuredClone')
    const list = transfer === undefined ? [] : toTransferList(transfer, 'structuredClone')
    return cloneWithTransfer(value, list).copy
  },
}.structuredClone
