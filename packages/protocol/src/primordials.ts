// The intrinsics that the codec uses, captured when this module loads. The codec also runs beside
// hostile programs, so nothing here or in its users looks an intrinsic up at call time.
/* oxlint-disable typescript/unbound-method -- taking methods off their owners is what this file is for */

/** Turns a method into a function that takes its receiver first. Nothing it uses can be replaced. */
const uncurryThis = Function.prototype.bind.bind(Function.prototype.call) as <
  This,
  Args extends Array<unknown>,
  Result,
>(
  method: (this: This, ...args: Args) => Result,
) => (receiver: This, ...args: Args) => Result

/** The same for a getter. What it answers is stated where its result is assigned. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
function uncurryGetter<Result>(
  prototype: object,
  key: string | symbol,
): (receiver: object) => Result {
  const getter = Object.getOwnPropertyDescriptor(prototype, key)?.get
  if (getter === undefined) throw new TypeError(`No getter ${String(key)} in this engine.`)
  return uncurryThis(getter as (this: object) => Result)
}

export const apply: typeof Reflect.apply = Reflect.apply
export const jsonParse: (text: string) => unknown = JSON.parse
export const jsonStringify: (
  value: unknown,
  replacer?: (this: Record<string, unknown>, key: string, value: unknown) => unknown,
) => string | undefined = JSON.stringify

export const hasOwn: (holder: object, key: string) => boolean = Object.hasOwn
export const objectKeys: (holder: object) => Array<string> = Object.keys
export const getPrototypeOf: (value: object) => unknown = Object.getPrototypeOf
export const objectPrototype: object = Object.prototype
export const objectToString: (receiver: unknown) => string = /* @__PURE__ */ uncurryThis(
  Object.prototype.toString,
)
export const toText: (value: unknown) => string = String

export const isArray: (value: unknown) => value is Array<unknown> = Array.isArray
export const isView: (value: unknown) => value is ArrayBufferView = ArrayBuffer.isView

export const fromCharCode: (...codes: Array<number>) => string = String.fromCharCode
export const charCodeAt: (receiver: string, index: number) => number = /* @__PURE__ */ uncurryThis(
  String.prototype.charCodeAt,
)
export const stringIncludes: (receiver: string, part: string) => boolean =
  /* @__PURE__ */ uncurryThis(String.prototype.includes)
export const stringSlice: (receiver: string, start: number, end: number) => string =
  /* @__PURE__ */ uncurryThis(String.prototype.slice)

export const CapturedUint8Array: Uint8ArrayConstructor = Uint8Array
export const CapturedTypeError: TypeErrorConstructor = TypeError
export const CapturedSyntaxError: SyntaxErrorConstructor = SyntaxError

const typedArrayPrototype: object = Object.getPrototypeOf(Uint8Array.prototype)
/** The brand of a typed array, such as `'Uint8Array'`; undefined for every other object. */
export const typedArrayBrand: (value: object) => string | undefined = /* @__PURE__ */ uncurryGetter(
  typedArrayPrototype,
  Symbol.toStringTag,
)
export const typedArrayBuffer: (value: object) => ArrayBufferLike = /* @__PURE__ */ uncurryGetter(
  typedArrayPrototype,
  'buffer',
)
export const typedArrayOffset: (value: object) => number = /* @__PURE__ */ uncurryGetter(
  typedArrayPrototype,
  'byteOffset',
)
export const typedArrayByteLength: (value: object) => number = /* @__PURE__ */ uncurryGetter(
  typedArrayPrototype,
  'byteLength',
)
export const dataViewBuffer: (value: object) => ArrayBufferLike = /* @__PURE__ */ uncurryGetter(
  DataView.prototype,
  'buffer',
)
export const dataViewOffset: (value: object) => number = /* @__PURE__ */ uncurryGetter(
  DataView.prototype,
  'byteOffset',
)
export const dataViewByteLength: (value: object) => number = /* @__PURE__ */ uncurryGetter(
  DataView.prototype,
  'byteLength',
)
/** Throws for everything that is no ArrayBuffer: the only test of that brand there is. */
export const arrayBufferByteLength: (value: object) => number = /* @__PURE__ */ uncurryGetter(
  ArrayBuffer.prototype,
  'byteLength',
)
/** The same for a SharedArrayBuffer; undefined where the runtime has none. */
export const sharedBufferByteLength: ((value: object) => number) | undefined =
  typeof SharedArrayBuffer === 'undefined'
    ? undefined
    : uncurryGetter(SharedArrayBuffer.prototype, 'byteLength')

// Read by name, since the library types of this target do not know the two methods yet.
const nativeToBase64: ((this: Uint8Array) => string) | undefined = Reflect.get(
  Uint8Array.prototype,
  'toBase64',
)
/** The engine's own base64 encoder, where it has one. */
export const toBase64: ((bytes: Uint8Array) => string) | undefined =
  nativeToBase64 && uncurryThis(nativeToBase64)
/** The engine's own base64 decoder, where it has one. Its receiver is the constructor. */
export const fromBase64: ((text: string, options: object) => Uint8Array) | undefined = Reflect.get(
  Uint8Array,
  'fromBase64',
)

const { defineProperty } = Object

/** Defines an ordinary own property, whatever a program put on `Object.prototype`. */
export function defineOwn(holder: object, key: string | number, value: unknown): void {
  defineProperty(holder, key, {
    __proto__: null,
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  } as PropertyDescriptor)
}

/** Whether a value is an object whose properties can be read. */
export function isRecord(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null
}
