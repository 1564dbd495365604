// WebAssembly modules in bytes. Each exports a function `f`.

type Bytes = ReadonlyArray<number>

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const section = (id: number, ...content: Array<number>): Bytes => [id, content.length, ...content]
const EXPORT_NAME = [1, 0x66]

const exportOf = (index: number): Bytes => section(7, 1, ...EXPORT_NAME, 0, index)
const codeOf = (...code: Array<number>): Bytes => section(10, 1, code.length, ...code)

/** `f` answers 42. */
export const TRIVIAL: Bytes = [
  ...HEADER,
  ...section(1, 1, 0x60, 0, 1, 0x7f),
  ...section(3, 1, 0),
  ...exportOf(0),
  ...codeOf(0, 0x41, 42, 0x0b),
]

/** `f` is the function `g` that the module imports from `m`. */
export const IMPORTING: Bytes = [
  ...HEADER,
  ...section(1, 1, 0x60, 0, 0),
  ...section(2, 1, 1, 0x6d, 1, 0x67, 0, 0),
  ...exportOf(0),
]

const loopModule = (locals: Bytes, body: Bytes, memory: Bytes = []): Bytes => [
  ...HEADER,
  ...section(1, 1, 0x60, 0, 0),
  ...section(3, 1, 0),
  ...memory,
  ...exportOf(0),
  ...codeOf(...locals, ...body, 0x0b),
]

const NO_LOCALS = [0]
const ONE_I32 = [1, 1, 0x7f]
const TWO_I64 = [1, 2, 0x7e]
const LOOP = [0x03, 0x40]
const AGAIN = [0x0c, 0, 0x0b]
/** 2 to the power of 62, as a signed constant. */
const HUGE = [0x42, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xc0, 0x00]
const FIFTY = [0x42, 50]
const into = (local: number): Bytes => [0x21, local]
const increment = [0x20, 0, 0x41, 1, 0x6a]
const storeAtItself = [0x20, 0, 0x20, 0, 0x36, 2, 0]
const nextAddress = [0x20, 0, 0x41, 4, 0x6a, 0x41, 0xff, 0xff, 0x03, 0x71]
const subtractOne = (local: number): Bytes => [0x20, local, 0x42, 1, 0x7d, 0x22, local]
const againUnlessZero = [0x42, 0, 0x52, 0x0d, 0, 0x0b]
const countDown = (local: number): Bytes => [...subtractOne(local), ...againUnlessZero]

export const EMPTY_LOOP: Bytes = loopModule(NO_LOCALS, [...LOOP, ...AGAIN])

/** Counts up for ever. */
export const COUNTING_LOOP: Bytes = loopModule(ONE_I32, [
  ...LOOP,
  ...increment,
  ...into(0),
  ...AGAIN,
])

/** Counts from 2^62 down to 0, and at each step from 50. */
export const NESTED_LOOP: Bytes = loopModule(TWO_I64, [
  ...HUGE,
  ...into(0),
  ...LOOP,
  ...FIFTY,
  ...into(1),
  ...LOOP,
  ...countDown(1),
  ...countDown(0),
])

/** Writes to its memory, over and over. */
export const STORING_LOOP: Bytes = loopModule(
  ONE_I32,
  [...LOOP, ...storeAtItself, ...nextAddress, ...into(0), ...AGAIN],
  section(5, 1, 0, 2),
)
