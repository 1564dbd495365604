// The built-ins that values are read and rebuilt with, captured when this module loads: in the guest
// that is before any program runs. Not used here or by anyone who imports it: `push`, spread, `for of`,
// `split` and `replace`, which all run hooks that a program can set.

/* oxlint-disable typescript/unbound-method -- unbinding methods is what this file is for */
/* oxlint-disable typescript/no-unnecessary-type-parameters -- the stated type is the return type */

/** Turns a method into a function that takes its receiver first. The caller states the type. */
const uncurryThis: <Uncurried>(method: unknown) => Uncurried = Reflect.apply(
  Function.prototype.bind,
  Function.prototype.bind,
  [Function.prototype.call],
)

const getterOf = <Result>(holder: object, key: PropertyKey): ((receiver: unknown) => Result) =>
  uncurryThis(Object.getOwnPropertyDescriptor(holder, key)?.get)

const memberOf = <Member>(holder: object, key: PropertyKey): Member => Reflect.get(holder, key)

export const NativeError: ErrorConstructor = Error
export const NativePromise: PromiseConstructor = Promise
export const NativeMap: MapConstructor = Map
export const NativeSet: SetConstructor = Set
export const NativeDate: DateConstructor = Date
export const NativeRegExp: RegExpConstructor = RegExp
export const NativeArrayBuffer: ArrayBufferConstructor = ArrayBuffer
export const NativeUint8Array: Uint8ArrayConstructor = Uint8Array
export const NativeObject: ObjectConstructor = Object

export const create: (prototype: object | null) => object = Object.create
export const hasOwn: (target: object, key: PropertyKey) => boolean = Object.hasOwn
export const keysOf: (target: object) => Array<string> = Object.keys
export const ownKeys: (target: object) => Array<PropertyKey> = Reflect.ownKeys
export const getPrototypeOf: (target: object) => object | null = Reflect.getPrototypeOf
export const reflectApply: (target: unknown, self: unknown, args: ArrayLike<unknown>) => unknown =
  memberOf(Reflect, 'apply')
export const reflectConstruct: (target: unknown, args: ArrayLike<unknown>) => object = memberOf(
  Reflect,
  'construct',
)
const reflectDefine: (target: object, key: PropertyKey, descriptor: PropertyDescriptor) => boolean =
  Reflect.defineProperty
export const reflectGet: (target: object, key: PropertyKey) => unknown = Reflect.get
export const isArray: (value: unknown) => value is Array<unknown> = Array.isArray
export const isPrototypeOf: (prototype: object, value: unknown) => boolean = uncurryThis(
  Object.prototype.isPrototypeOf,
)
export const objectPrototype: object = Object.prototype
export const errorPrototype: object = Error.prototype
export const objectToString: (value: unknown) => string = uncurryThis(Object.prototype.toString)
export const functionToString: (value: unknown) => string = uncurryThis(Function.prototype.toString)

/** Knows errors by their brand where the engine has that test. */
export const isError: (value: unknown) => boolean =
  memberOf<((value: unknown) => boolean) | undefined>(Error, 'isError') ??
  ((value) => objectToString(value) === '[object Error]')

const nativeDescriptor: (target: object, key: PropertyKey) => PropertyDescriptor | undefined =
  Reflect.getOwnPropertyDescriptor
const setPrototypeOf: (target: object, prototype: object | null) => boolean = Reflect.setPrototypeOf

/** An own property's descriptor without a prototype, so that absent fields read as absent. */
export const ownDescriptor = (target: object, key: PropertyKey): PropertyDescriptor | undefined => {
  const descriptor = nativeDescriptor(target, key)
  if (descriptor !== undefined) setPrototypeOf(descriptor, null)
  return descriptor
}

const dataDescriptor = (
  value: unknown,
  writable: boolean,
  enumerable: boolean,
): PropertyDescriptor => {
  const descriptor = { __proto__: null, value, writable, enumerable, configurable: true }
  return descriptor
}

/** Makes an own data property as an assignment would, and never reaches an inherited setter. */
export const defineValue = (target: object, key: PropertyKey, value: unknown): void => {
  reflectDefine(target, key, dataDescriptor(value, true, true))
}

/** The same, non-enumerable. */
export const defineHidden = (target: object, key: PropertyKey, value: unknown): void => {
  reflectDefine(target, key, dataDescriptor(value, true, false))
}

/** An enumerable member that cannot be written. */
export const defineFixed = (target: object, key: PropertyKey, value: unknown): void => {
  const descriptor = { __proto__: null, value, writable: false, enumerable: true } as const
  reflectDefine(target, key, descriptor)
}

/** Adds one element at the end; `push` would reach setters on `Array.prototype`. */
export const appendTo = <T>(array: Array<T>, value: T): void => {
  defineValue(array, array.length, value)
}

export const jsonStringify: (value: string | number | boolean | null) => string = JSON.stringify
export const jsonParse: (text: string) => unknown = JSON.parse

export const toText: (value: unknown) => string = String
export const charCodeAt: (text: string, index: number) => number = uncurryThis(
  String.prototype.charCodeAt,
)
export const stringSlice: (text: string, start: number, end?: number) => string = uncurryThis(
  String.prototype.slice,
)
export const stringStartsWith: (text: string, search: string) => boolean = uncurryThis(
  String.prototype.startsWith,
)
export const toBigInt: (value: string) => bigint = BigInt
export const bigIntToString: (value: bigint, radix: number) => string = uncurryThis(
  BigInt.prototype.toString,
)
export const symbolToString: (value: symbol) => string = uncurryThis(Symbol.prototype.toString)
export const symbolToStringTag: typeof Symbol.toStringTag = Symbol.toStringTag

export const dateGetTime: (value: unknown) => number = uncurryThis(Date.prototype.getTime)
export const dateToISOString: (value: unknown) => string = uncurryThis(Date.prototype.toISOString)
export const regExpSource: (value: unknown) => string = getterOf(RegExp.prototype, 'source')
export const regExpFlags: (value: unknown) => string = getterOf(RegExp.prototype, 'flags')
export const isGlobal: (value: unknown) => boolean = getterOf(RegExp.prototype, 'global')
export const unboxString: (value: unknown) => string = uncurryThis(String.prototype.valueOf)
export const unboxNumber: (value: unknown) => number = uncurryThis(Number.prototype.valueOf)
export const unboxBoolean: (value: unknown) => boolean = uncurryThis(Boolean.prototype.valueOf)
export const unboxBigInt: (value: unknown) => bigint = uncurryThis(BigInt.prototype.valueOf)

export const mapGet: <K, V>(map: Map<K, V>, key: K) => V | undefined = uncurryThis(
  Map.prototype.get,
)
export const mapSet: <K, V>(map: Map<K, V>, key: K, value: V) => unknown = uncurryThis(
  Map.prototype.set,
)
export const mapSize: (map: unknown) => number = getterOf(Map.prototype, 'size')
export const mapForEach: (map: unknown, visit: (value: unknown, key: unknown) => void) => void =
  uncurryThis(Map.prototype.forEach)
export const setAdd: <V>(set: Set<V>, value: V) => unknown = uncurryThis(Set.prototype.add)
export const setHas: <V>(set: Set<V>, value: V) => boolean = uncurryThis(Set.prototype.has)
export const setDelete: <V>(set: Set<V>, value: V) => boolean = uncurryThis(Set.prototype.delete)
export const setSize: (set: unknown) => number = getterOf(Set.prototype, 'size')
export const setForEach: (set: unknown, visit: (value: unknown) => void) => void = uncurryThis(
  Set.prototype.forEach,
)

export const isView: (value: unknown) => boolean = ArrayBuffer.isView
const typedArrayPrototype: object = Object.getPrototypeOf(Uint8Array.prototype)
/** The brand of a typed array, such as `'Uint8Array'`; undefined for everything else. */
export const typedArrayTag: (value: unknown) => string | undefined = getterOf(
  typedArrayPrototype,
  Symbol.toStringTag,
)
export const arrayBufferByteLength: (value: unknown) => number = getterOf(
  ArrayBuffer.prototype,
  'byteLength',
)
export const setBytes: (target: Uint8Array, source: Uint8Array) => void = uncurryThis(
  Uint8Array.prototype.set,
)

export const promiseThen: (
  promise: Promise<unknown>,
  onValue: (value: unknown) => unknown,
  onFailure: (reason: unknown) => unknown,
) => Promise<unknown> = uncurryThis(Promise.prototype.then)
