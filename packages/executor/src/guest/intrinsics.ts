// The built-ins the guest runtime works with, captured before any program can replace them.
// Everything here stays what it was at load, whatever a program does to prototypes and globals.
// Not here: `push`, spread, `for of`, `split` and `replace`, which all run hooks a program can set.

/* oxlint-disable typescript/unbound-method -- unbinding methods is what this file is for */
// The calls are marked as pure so that the bundle drops what nothing uses: each isolate pays for them.
/* oxlint-disable typescript/no-unnecessary-type-parameters -- the stated type is the return type */

/** Turns a method into a function that takes its receiver first. The caller states the type. */
const uncurryThis: <Uncurried>(method: unknown) => Uncurried = Reflect.apply(
  Function.prototype.bind,
  Function.prototype.bind,
  [Function.prototype.call],
)

const getterOf = <Result>(holder: object, key: PropertyKey): ((receiver: unknown) => Result) =>
  uncurryThis(Object.getOwnPropertyDescriptor(holder, key)?.get)

// Untyped on purpose: the exports below state looser signatures than the library's.
const memberOf = <Member>(holder: object, key: PropertyKey): Member => Reflect.get(holder, key)

const nextOf = (iterator: Iterator<unknown, undefined>): unknown => iterator.next

// Constructors. `new` on them reads no hook: their `prototype` properties cannot be redefined.
export const NativeError: ErrorConstructor = Error
export const NativeTypeError: TypeErrorConstructor = TypeError
export const NativeRangeError: RangeErrorConstructor = RangeError
export const NativePromise: PromiseConstructor = Promise
export const NativeMap: MapConstructor = Map
export const NativeWeakMap: WeakMapConstructor = WeakMap
export const NativeProxy: ProxyConstructor = Proxy
export const NativeUint8Array: Uint8ArrayConstructor = Uint8Array
export const NativeDataView: DataViewConstructor = DataView

// Object and Reflect
export const create: (prototype: object | null) => object = Object.create
export const hasOwn: (target: object, key: PropertyKey) => boolean = Object.hasOwn
export const keysOf: (target: object) => Array<string> = Object.keys
export const getPrototypeOf: (target: object) => object | null = Reflect.getPrototypeOf
export const setPrototypeOf: (target: object, prototype: object | null) => boolean =
  Reflect.setPrototypeOf
export const reflectApply: (target: unknown, self: unknown, args: ArrayLike<unknown>) => unknown =
  /* @__PURE__ */ memberOf(Reflect, 'apply')
export const reflectConstruct: (
  target: unknown,
  args: ArrayLike<unknown>,
  newTarget?: unknown,
) => object = /* @__PURE__ */ memberOf(Reflect, 'construct')
export const reflectDefine: (
  target: object,
  key: PropertyKey,
  descriptor: PropertyDescriptor,
) => boolean = Reflect.defineProperty
export const reflectDelete: (target: object, key: PropertyKey) => boolean = Reflect.deleteProperty
export const reflectGet: (target: object, key: PropertyKey, receiver?: unknown) => unknown =
  Reflect.get
export const isArray: (value: unknown) => value is Array<unknown> = Array.isArray
export const isPrototypeOf: (prototype: object, value: unknown) => boolean =
  /* @__PURE__ */ uncurryThis(Object.prototype.isPrototypeOf)
/** Knows errors by their brand; a context from a snapshot may lack the built-in that does. */
export const isError: (value: unknown) => value is Error =
  /* @__PURE__ */ memberOf(Error, 'isError') ??
  ((value): value is Error => isPrototypeOf(NativeError.prototype, value))
export const objectPrototype: object = Object.prototype
/** Absent after the doors are closed, unless the executor's option leaves it in. */
export const nativeWebAssembly: object | undefined = /* @__PURE__ */ memberOf(
  globalThis,
  'WebAssembly',
)
export const errorPrototype: object = Error.prototype
export const symbolKeysOf: (target: object) => Array<symbol> = Object.getOwnPropertySymbols
/** As the language answers it: with a prototype, so look at its fields with `hasOwn` alone. */
export const nativeDescriptor: (
  target: object,
  key: PropertyKey,
) => PropertyDescriptor | undefined = Reflect.getOwnPropertyDescriptor

/** An own property's descriptor without a prototype, so that absent fields read as absent. */
export const ownDescriptor = (target: object, key: PropertyKey): PropertyDescriptor | undefined => {
  const descriptor = nativeDescriptor(target, key)
  if (descriptor !== undefined) setPrototypeOf(descriptor, null)
  return descriptor
}

/** A data descriptor without a prototype: `Object.prototype.get` cannot slip into it. */
export const dataDescriptor = (
  value: unknown,
  writable = true,
  enumerable = true,
  configurable = true,
): PropertyDescriptor => {
  // A literal is several times faster than five assignments, and every isolate makes hundreds.
  const descriptor = { __proto__: null, value, writable, enumerable, configurable }
  return descriptor
}

/** Makes an own data property as an assignment would, and never reaches an inherited setter. */
export const defineValue = (target: object, key: PropertyKey, value: unknown): void => {
  reflectDefine(target, key, dataDescriptor(value))
}

/** The same, non-enumerable: how built-in methods and most globals are installed. */
export const defineHidden = (target: object, key: PropertyKey, value: unknown): void => {
  reflectDefine(target, key, dataDescriptor(value, true, false, true))
}

/** Adds one element at the end; `push` would reach setters on `Array.prototype`. */
export const appendTo = <T>(array: Array<T>, value: T): void => {
  reflectDefine(array, array.length, dataDescriptor(value))
}

// JSON, evaluation
export const jsonStringify: (value: unknown, replacer?: unknown) => string | undefined =
  /* @__PURE__ */ memberOf(JSON, 'stringify')
export const jsonParse: (text: string) => unknown = JSON.parse
/** Indirect eval: runs in the global scope, sees nothing of the runtime. */
export const evaluate: (source: string) => unknown = /* @__PURE__ */ memberOf(globalThis, 'eval')

// Functions
export const functionToString: (target: unknown) => string = /* @__PURE__ */ uncurryThis(
  Function.prototype.toString,
)

// Strings and numbers
export const toText: (value: unknown) => string = String
const concat: (text: string, other: unknown) => string = /* @__PURE__ */ uncurryThis(
  String.prototype.concat,
)
/** Web IDL's DOMString: unlike `toText` it throws for a symbol. Runs the value's own hooks. */
export const toDomString = (value: unknown): string => concat('', value)
export const fromCharCode: (unit: number) => string = String.fromCharCode
export const charCodeAt: (text: string, index: number) => number = /* @__PURE__ */ uncurryThis(
  String.prototype.charCodeAt,
)
export const stringSlice: (text: string, start?: number, end?: number) => string =
  /* @__PURE__ */ uncurryThis(String.prototype.slice)
export const stringStartsWith: (text: string, search: string) => boolean =
  /* @__PURE__ */ uncurryThis(String.prototype.startsWith)
export const regExpSource: (pattern: unknown) => string = /* @__PURE__ */ getterOf(
  RegExp.prototype,
  'source',
)
export const regExpFlags: (pattern: unknown) => string = /* @__PURE__ */ getterOf(
  RegExp.prototype,
  'flags',
)
export const toNumber: (value: unknown) => number = Number
export const isNaNNumber: (value: unknown) => boolean = Number.isNaN
export const mathMin: (a: number, b: number) => number = Math.min
export const mathMax: (a: number, b: number) => number = Math.max
export const mathTrunc: (value: number) => number = Math.trunc
export const bigintToString: (value: bigint) => string = /* @__PURE__ */ uncurryThis(
  BigInt.prototype.toString,
)
export const unboxString: (value: unknown) => string = /* @__PURE__ */ uncurryThis(
  String.prototype.valueOf,
)
export const unboxNumber: (value: unknown) => number = /* @__PURE__ */ uncurryThis(
  Number.prototype.valueOf,
)
export const unboxBoolean: (value: unknown) => boolean = /* @__PURE__ */ uncurryThis(
  Boolean.prototype.valueOf,
)

/** Joins texts without reading an iterator or a prototype's index. */
export const joinTexts = (texts: ReadonlyArray<string>, separator: string): string => {
  let joined = ''
  for (let index = 0; index < texts.length; index++) {
    const text = hasOwn(texts, index) ? texts[index] : ''
    joined = index === 0 ? `${text}` : `${joined}${separator}${text}`
  }
  return joined
}

/** Exact UTF-8 byte count of a text; a lone surrogate counts as U+FFFD, three bytes. */
export const utf8Size = (text: string): number => {
  const { length } = text
  let size = length
  for (let index = 0; index < length; index++) {
    const unit = charCodeAt(text, index)
    if (unit < 0x80) continue
    size += unit < 0x800 ? 1 : 2
    if (unit < 0xd800 || unit > 0xdbff || index + 1 === length) continue
    const next = charCodeAt(text, index + 1)
    if (next < 0xdc00 || next > 0xdfff) continue
    // Two units, four bytes: the first one has already added two.
    index += 1
  }
  return size
}

// Symbols
export const symbolToStringTag: typeof Symbol.toStringTag = Symbol.toStringTag
export const symbolToString: (value: symbol) => string = /* @__PURE__ */ uncurryThis(
  Symbol.prototype.toString,
)
/** The key a symbol is registered under with `Symbol.for`; undefined for every other symbol. */
export const symbolKeyFor: (value: symbol) => string | undefined = Symbol.keyFor

// Dates
export const dateNow: () => number = Date.now
export const dateGetTime: (value: unknown) => number = /* @__PURE__ */ uncurryThis(
  Date.prototype.getTime,
)
export const dateToISOString: (value: unknown) => string = /* @__PURE__ */ uncurryThis(
  Date.prototype.toISOString,
)

// Collections. Their `size` getters and iterators throw for anything that lacks the brand.
export const mapGet: <K, V>(map: Map<K, V>, key: K) => V | undefined = /* @__PURE__ */ uncurryThis(
  Map.prototype.get,
)
export const mapSet: <K, V>(map: Map<K, V>, key: K, value: V) => unknown =
  /* @__PURE__ */ uncurryThis(Map.prototype.set)
export const mapDelete: <K, V>(map: Map<K, V>, key: K) => boolean = /* @__PURE__ */ uncurryThis(
  Map.prototype.delete,
)
export const mapSize: (map: unknown) => number = /* @__PURE__ */ getterOf(Map.prototype, 'size')
export const mapEntries: (map: unknown) => Iterator<[unknown, unknown]> =
  /* @__PURE__ */ uncurryThis(Map.prototype.entries)
export const setSize: (set: unknown) => number = /* @__PURE__ */ getterOf(Set.prototype, 'size')
export const setValues: (set: unknown) => Iterator<unknown> = /* @__PURE__ */ uncurryThis(
  Set.prototype.values,
)
export const weakMapSet: <K extends WeakKey, V>(map: WeakMap<K, V>, key: K, value: V) => unknown =
  /* @__PURE__ */ uncurryThis(WeakMap.prototype.set)
export const weakMapDelete: (map: unknown, key: WeakKey) => boolean = /* @__PURE__ */ uncurryThis(
  WeakMap.prototype.delete,
)

/** `next` of the iterators that `mapEntries` makes; the answer's fields are its own. */
export const mapEntriesNext: (
  iterator: Iterator<[unknown, unknown]>,
) => IteratorResult<[unknown, unknown], undefined> = /* @__PURE__ */ uncurryThis(
  nextOf(new Map().entries()),
)

/** `next` of the iterators that `setValues` makes. */
export const setValuesNext: (iterator: Iterator<unknown>) => IteratorResult<unknown, undefined> =
  /* @__PURE__ */ uncurryThis(nextOf(new Set().values()))

// Binary data. Each getter throws, or answers undefined (the tag), for what lacks the brand.
const typedArrayPrototype: object = Object.getPrototypeOf(Uint8Array.prototype)
export const typedArrayTag: (value: unknown) => string | undefined = /* @__PURE__ */ getterOf(
  typedArrayPrototype,
  Symbol.toStringTag,
)
export const typedArrayLength: (value: unknown) => number = /* @__PURE__ */ getterOf(
  typedArrayPrototype,
  'length',
)
export const dataViewByteLength: (value: unknown) => number = /* @__PURE__ */ getterOf(
  DataView.prototype,
  'byteLength',
)
export const arrayBufferByteLength: (value: unknown) => number = /* @__PURE__ */ getterOf(
  ArrayBuffer.prototype,
  'byteLength',
)
