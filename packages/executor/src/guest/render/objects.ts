// Which form an object is shown in. Brands decide where the language has them; `toJSON`, `toString`
// and inspection hooks of the program are never called.

import {
  NativeDataView,
  NativeMap,
  dataViewByteLength,
  dateGetTime,
  dateToISOString,
  errorPrototype,
  functionToString,
  getPrototypeOf,
  isArray,
  isError,
  isNaNNumber,
  mapGet,
  mapSet,
  objectPrototype,
  ownDescriptor,
  reflectConstruct,
  reflectGet,
  regExpFlags,
  regExpSource,
  stringStartsWith,
  typedArrayTag,
  unboxBoolean,
  unboxNumber,
  unboxString,
} from '../intrinsics.ts'
import { writeElements, writeMap, writeProperties, writeSet, writeTypedArray } from './members.ts'
import { renderPrimitive } from './primitives.ts'
import { describeHook, write } from './rendering.ts'
import type { Rendering } from './rendering.ts'

type Form = (rendering: Rendering, value: object, name: string) => void

// A prototype chain through proxies can be without end.
const CHAIN_LIMIT = 32

const ownText = (owner: object, key: PropertyKey): string | undefined => {
  const value: unknown = ownDescriptor(owner, key)?.value
  return typeof value === 'string' && value !== '' ? value : undefined
}

const writeFunction: Form = (rendering, value) => {
  const name = ownText(value, 'name') ?? '(anonymous)'
  const isClass = stringStartsWith(functionToString(value), 'class')
  write(rendering, isClass ? `[class ${name}]` : `[Function: ${name}]`)
}

/** Reads one of an error's texts, running its getter where it has one. Never throws. */
export const readErrorText = (error: object, key: 'message' | 'name'): unknown => {
  try {
    return reflectGet(error, key)
  } catch (thrown) {
    return describeHook(thrown)
  }
}

const errorHead = (error: object): string => {
  const name = readErrorText(error, 'name')
  const message = readErrorText(error, 'message')
  const head = typeof name === 'string' && name !== '' ? name : 'Error'
  return typeof message === 'string' && message !== '' ? `${head}: ${message}` : head
}

const writeErrorPart = (rendering: Rendering, error: object, key: 'cause' | 'errors'): void => {
  const descriptor = ownDescriptor(error, key)
  if (descriptor === undefined || !('value' in descriptor)) return
  write(rendering, ` [${key}: `)
  rendering.visit(rendering, descriptor.value)
  write(rendering, ']')
}

const writeError: Form = (rendering, error) => {
  write(rendering, errorHead(error))
  writeErrorPart(rendering, error, 'errors')
  writeErrorPart(rendering, error, 'cause')
}

const writeDate: Form = (rendering, date) => {
  write(rendering, isNaNNumber(dateGetTime(date)) ? 'Invalid Date' : dateToISOString(date))
}

// A view measures shared buffers as well. A buffer that was transferred away takes none, and is shown
// as an object without properties.
const writeBuffer: Form = (rendering, buffer, name) => {
  const size = dataViewByteLength(reflectConstruct(NativeDataView, [buffer]))
  write(rendering, `${name}(${size})`)
}

const writeRegExp: Form = (rendering, pattern) => {
  write(rendering, `/${regExpSource(pattern)}/${regExpFlags(pattern)}`)
}

const boxed =
  (unbox: (value: unknown) => string | number | boolean): Form =>
  (rendering, value, name) => {
    write(rendering, `[${name}: ${renderPrimitive(unbox(value))}]`)
  }

const forms = new NativeMap<unknown, Form>()
const addForm = (constructor: { prototype: unknown }, form: Form): void => {
  mapSet(forms, constructor.prototype, form)
}
addForm(Map, writeMap)
addForm(Set, writeSet)
addForm(Date, writeDate)
addForm(RegExp, writeRegExp)
addForm(ArrayBuffer, writeBuffer)
addForm(DataView, (rendering, view, name) =>
  write(rendering, `${name}(${dataViewByteLength(view)})`),
)
addForm(String, boxed(unboxString))
addForm(Number, boxed(unboxNumber))
addForm(Boolean, boxed(unboxBoolean))
// Absent while a snapshot is made: V8 installs it with the context.
if (typeof SharedArrayBuffer === 'function') addForm(SharedArrayBuffer, writeBuffer)

type Kind = { name: string; form: Form | undefined }

/** Walks the prototype chain once, for the class's name and for the form of the built-in below. */
const kindOf = (value: object): Kind => {
  let name: string | undefined
  let prototype = getPrototypeOf(value)
  for (let step = 0; prototype !== null && step < CHAIN_LIMIT; step++) {
    if (name === undefined) {
      const constructor: unknown = ownDescriptor(prototype, 'constructor')?.value
      if (typeof constructor === 'function') name = ownText(constructor, 'name')
    }
    const form = prototype === errorPrototype ? writeError : mapGet(forms, prototype)
    if (form !== undefined) return { name: name ?? 'Object', form }
    prototype = getPrototypeOf(prototype)
  }
  return { name: name ?? 'Object', form: undefined }
}

const writeInstance = (rendering: Rendering, value: object): void => {
  const { name, form } = kindOf(value)
  if (form === undefined) return writeProperties(rendering, value, `${name} `)
  const { text } = rendering
  try {
    form(rendering, value, name)
  } catch (thrown) {
    if (rendering.text !== text) throw thrown
    // It inherits from the built-in and lacks its brand (`Object.create(Map.prototype)`), so it is
    // an object like any other. Forms look at brands before they write.
    writeProperties(rendering, value, `${name} `)
  }
}

/** Writes an object that is neither too deep nor circular. Throws what the program's traps throw. */
export const writeObject = (rendering: Rendering, value: object): void => {
  if (typeof value === 'function') return writeFunction(rendering, value, '')
  if (isArray(value)) return writeElements(rendering, value)
  if (isError(value)) return writeError(rendering, value, '')
  const tag = typedArrayTag(value)
  if (tag !== undefined) return writeTypedArray(rendering, value, tag)
  const prototype = getPrototypeOf(value)
  if (prototype === objectPrototype || prototype === null) {
    return writeProperties(rendering, value, '')
  }
  writeInstance(rendering, value)
}

/** How an object too deep to be shown is named. */
export const nameObject = (value: object): string => {
  if (typeof value === 'function') return '[Function]'
  return isArray(value) ? '[Array]' : `[${kindOf(value).name}]`
}

/** Errors by brand, and what inherits from them without one (`DOMException`). May throw. */
export const isErrorLike = (value: object): boolean =>
  isError(value) || (!isArray(value) && kindOf(value).form === writeError)
