// What lies inside an object: its properties, elements and entries. A program's own getters are
// named and not called: printing a value must not change what the program does next. Proxy traps
// do run, since a proxy has nothing else to show; whatever one throws is named in its place.

import {
  hasOwn,
  keysOf,
  mapEntries,
  mapEntriesNext,
  mapSize,
  mathMin,
  nativeDescriptor,
  ownDescriptor,
  reflectGet,
  setSize,
  setValues,
  setValuesNext,
  symbolKeysOf,
  toNumber,
  typedArrayLength,
} from '../intrinsics.ts'
import { quote, renderPrimitive } from './primitives.ts'
import { ENTRY_LIMIT, describeHook, write } from './rendering.ts'
import type { Rendering } from './rendering.ts'

const writeProperty = (rendering: Rendering, owner: object, key: PropertyKey): void => {
  let value: unknown
  try {
    const descriptor = nativeDescriptor(owner, key)
    if (descriptor === undefined) return write(rendering, '<empty>')
    if (!hasOwn(descriptor, 'value')) {
      return write(rendering, hasOwn(descriptor, 'get') && descriptor.get ? '[Getter]' : '[Setter]')
    }
    // Read and not taken from the descriptor: a proxy may answer through its `get` trap alone.
    value = reflectGet(owner, key)
  } catch (thrown) {
    return write(rendering, describeHook(thrown))
  }
  rendering.visit(rendering, value)
}

const writeRest = (rendering: Rendering, size: number): void => {
  if (size > ENTRY_LIMIT) write(rendering, `,… ${size - ENTRY_LIMIT} more`)
}

const isShownSymbol = (owner: object, key: symbol): boolean => {
  try {
    return ownDescriptor(owner, key)?.enumerable === true
  } catch {
    // A trap that hides the property hides it here as well.
    return false
  }
}

const writeSymbols = (
  rendering: Rendering,
  owner: object,
  keys: Array<symbol>,
  first: boolean,
): void => {
  let separator = first ? '' : ','
  for (let index = 0; index < mathMin(keys.length, ENTRY_LIMIT) && !rendering.full; index++) {
    const key = keys[index]
    if (key === undefined || !isShownSymbol(owner, key)) continue
    write(rendering, `${separator}[${renderPrimitive(key)}]:`)
    writeProperty(rendering, owner, key)
    separator = ','
  }
}

/** Own enumerable properties: `{"id":7,"tags":["x"]}`. */
export const writeProperties = (rendering: Rendering, owner: object, prefix: string): void => {
  const keys = keysOf(owner)
  const symbols = symbolKeysOf(owner)
  const shown = mathMin(keys.length, ENTRY_LIMIT)
  write(rendering, `${prefix}{`)
  for (let index = 0; index < shown && !rendering.full; index++) {
    const key = keys[index]
    if (key === undefined) break
    write(rendering, index === 0 ? `${quote(key)}:` : `,${quote(key)}:`)
    writeProperty(rendering, owner, key)
  }
  writeRest(rendering, keys.length)
  if (symbols.length > 0) writeSymbols(rendering, owner, symbols, shown === 0)
  write(rendering, '}')
}

/** Elements alone: `[1,"a",{"b":2}]`; other properties of an array are left out, as in JSON. */
export const writeElements = (rendering: Rendering, array: object): void => {
  const length = toNumber(reflectGet(array, 'length'))
  write(rendering, '[')
  for (let index = 0; index < mathMin(length, ENTRY_LIMIT) && !rendering.full; index++) {
    if (index > 0) write(rendering, ',')
    writeProperty(rendering, array, index)
  }
  writeRest(rendering, length)
  write(rendering, ']')
}

/** `Uint8Array(3) [1,2,3]`; the elements of a typed array are reached without any hook. */
export const writeTypedArray = (rendering: Rendering, array: object, tag: string): void => {
  const length = typedArrayLength(array)
  write(rendering, `${tag}(${length}) [`)
  for (let index = 0; index < mathMin(length, ENTRY_LIMIT) && !rendering.full; index++) {
    if (index > 0) write(rendering, ',')
    rendering.visit(rendering, reflectGet(array, index))
  }
  writeRest(rendering, length)
  write(rendering, ']')
}

/** `Map(1) {"a" => 1}` */
export const writeMap = (rendering: Rendering, map: object, name: string): void => {
  const size = mapSize(map)
  const entries = mapEntries(map)
  write(rendering, `${name}(${size}) {`)
  for (let index = 0; index < ENTRY_LIMIT && !rendering.full; index++) {
    const entry = mapEntriesNext(entries).value
    if (entry === undefined) break
    if (index > 0) write(rendering, ',')
    rendering.visit(rendering, entry[0])
    write(rendering, ' => ')
    rendering.visit(rendering, entry[1])
  }
  writeRest(rendering, size)
  write(rendering, '}')
}

/** `Set(2) {1,2}` */
export const writeSet = (rendering: Rendering, set: object, name: string): void => {
  const size = setSize(set)
  const values = setValues(set)
  write(rendering, `${name}(${size}) {`)
  for (let index = 0; index < ENTRY_LIMIT && !rendering.full; index++) {
    const step = setValuesNext(values)
    if (step.done === true) break
    if (index > 0) write(rendering, ',')
    rendering.visit(rendering, step.value)
  }
  writeRest(rendering, size)
  write(rendering, '}')
}
