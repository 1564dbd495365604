// Where the guest runtime differs from the standards, and what that means for a program. What a program
// can see has a check; `guest-runtime-page.ts` fails for an entry that is not so.

import { CRYPTO_DEVIATIONS } from './crypto-deviations.ts'
import type { Deviation } from './deviation.ts'
import { FETCH_DEVIATIONS } from './fetch-deviations.ts'

const GLOBAL: ReadonlyArray<Deviation> = [
  {
    kind: 'absent',
    names: ['CompressionStream', 'DecompressionStream'],
    what: 'Declared absences: construction throws a `NotSupportedError`.',
    impact: 'Bodies of responses arrive decoded; a program cannot read or write gzip by itself.',
  },
  {
    kind: 'absent',
    names: ['WebAssembly'],
    what: 'Off by default. The option `webAssembly` of the executor turns it on.',
    impact: '`typeof WebAssembly` reads `undefined`, so a program takes its other branch.',
  },
  {
    kind: 'absent',
    names: ['onrejectionhandled', 'onunhandledrejection'],
    what: 'Neither they nor their events: V8 does not tell which promise was rejected unhandled.',
    impact:
      'A rejection that nobody handles is dropped: no event, no line, no change of the result. Await what may fail.',
    check: {
      body: `let fired = 0
addEventListener('unhandledrejection', () => { fired += 1 })
Promise.reject(new Error('dropped'))
await new Promise((resolve) => setTimeout(resolve, 5))
return fired === 0`,
    },
  },
  {
    kind: 'behaviour',
    names: ['PromiseRejectionEvent'],
    what: 'A program can make one; the runtime fires none.',
    impact: 'As above.',
  },
  {
    kind: 'behaviour',
    names: ['reportError', 'onerror'],
    what: 'An error that nobody catches fires `error` at the global object and is then dropped, where a browser would write it to the console.',
    impact: 'It is no log line and never the outcome of the run. Listen for `error` to see it.',
    check: {
      body: `let fired = 0
addEventListener('error', () => { fired += 1 })
setTimeout(() => { throw new Error('dropped') })
reportError(new Error('dropped'))
await new Promise((resolve) => setTimeout(resolve, 5))
return fired === 2`,
    },
  },
  {
    kind: 'behaviour',
    names: ['globalThis'],
    what: 'A global of a group that is not loaded is an accessor; a load makes it what it is.',
    impact:
      'Hardly anything: for a program that looks at descriptors of globals by the usual functions, all groups load first.',
    check: {
      body: `const look = Object['getOwn' + 'PropertyDescriptor']
return typeof look(globalThis, 'Head' + 'ers').get === 'function'`,
    },
  },
  {
    kind: 'behaviour',
    names: ['console'],
    what: '`log`, `warn` and `error` are captured; every other method does nothing. There are no format directives.',
    impact: '`console.info` and `console.table` leave no line, and `%s` stays as it is.',
    check: {
      body: `console.info('no line'); console.table([1]); console.debug('no line'); console.log('%s', 'x')
return true`,
      logs: 1,
    },
  },
  {
    kind: 'behaviour',
    names: ['performance'],
    what: 'Its grain is a millisecond. Beside `now`, `timeOrigin` and `toJSON` it has nothing: no marks, no measures.',
    impact: 'Measure many repetitions at once.',
    check: { body: `return Number.isInteger(performance.now()) && !('mark' in performance)` },
  },
]

const CLONE: ReadonlyArray<Deviation> = [
  {
    kind: 'behaviour',
    names: ['structuredClone', 'MessagePort'],
    what: 'A `SharedArrayBuffer` is refused; of transferable objects, an `ArrayBuffer` and a `MessagePort` move.',
    impact: 'A `DataCloneError`, for a stream in the transfer list too.',
    check: {
      body: `const stream = new ReadableStream()
return await nameOf(() => structuredClone(new SharedArrayBuffer(1))) === 'DataCloneError' &&
  await nameOf(() => structuredClone(stream, { transfer: [stream] })) === 'DataCloneError'`,
    },
  },
  {
    kind: 'behaviour',
    names: ['structuredClone', 'CryptoKey'],
    what: 'A `CryptoKey` is refused.',
    impact: 'A `DataCloneError`. Pass the key itself on.',
    check: {
      body: `const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt'])
return await nameOf(() => structuredClone(key)) === 'DataCloneError'`,
    },
  },
  {
    kind: 'behaviour',
    names: ['structuredClone', 'WebAssembly.Module'],
    what: 'A `WebAssembly.Module` is refused.',
    impact: 'A `DataCloneError`. Pass the module itself on.',
    check: {
      webAssembly: true,
      body: `const module = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))
return await nameOf(() => structuredClone(module)) === 'DataCloneError'`,
    },
  },
]

const WEB_ASSEMBLY: ReadonlyArray<Deviation> = [
  {
    kind: 'shape',
    names: ['WebAssembly.JSTag'],
    what: 'V8 has it not enumerable.',
    impact: 'A loop over the keys of `WebAssembly` leaves it out.',
  },
  {
    kind: 'behaviour',
    names: ['WebAssembly.compile', 'WebAssembly.instantiate'],
    what: 'They, and their streaming forms, compile at once and on the thread of the program.',
    impact: 'Nothing else of the program runs meanwhile.',
  },
]

const STREAMS: ReadonlyArray<Deviation> = [
  {
    kind: 'behaviour',
    names: ['ReadableStream'],
    what: 'A stream that is piped writes a chunk while `enqueue()` still runs.',
    impact: 'A sink may see the chunk a turn earlier than in a browser.',
    check: {
      body: `let controller
let written = 0
const stream = new ReadableStream({ start(given) { controller = given } })
stream.pipeTo(new WritableStream({ write() { written += 1 } }))
await new Promise((resolve) => setTimeout(resolve, 5))
controller.enqueue('x')
return written === 1`,
    },
  },
  {
    kind: 'behaviour',
    names: ['ReadableStream', 'WritableStream', 'TransformStream'],
    what: 'Their state is in enumerable properties of their own, whose names begin with `_`.',
    impact: '`Object.keys` shows them. Nothing but the stream itself depends on them.',
    check: {
      body: `return [ReadableStream, WritableStream, TransformStream].every((Stream) => Object.keys(new Stream()).length > 0)`,
    },
  },
]

const LANGUAGE: ReadonlyArray<Deviation> = [
  {
    kind: 'behaviour',
    names: ['ArrayBuffer', 'SharedArrayBuffer'],
    what: 'The option `maxByteLength`, `resize` and `grow` are refused, and the constructors are proxies.',
    impact: 'A `NotSupportedError`. Make a buffer of the length that you need.',
    check: {
      body: `return (await Promise.all([
  nameOf(() => new ArrayBuffer(1, { maxByteLength: 2 })),
  nameOf(() => new SharedArrayBuffer(1, { maxByteLength: 2 })),
  nameOf(() => new ArrayBuffer(1).resize(1)),
  nameOf(() => new SharedArrayBuffer(1).grow(1)),
])).every((name) => name === 'NotSupportedError')`,
    },
  },
  {
    kind: 'behaviour',
    names: ['FinalizationRegistry'],
    what: 'It never calls back, which the language allows.',
    impact: 'Clean up in a `finally` block.',
  },
]

export const DEVIATIONS: ReadonlyArray<Deviation> = [
  ...GLOBAL,
  ...FETCH_DEVIATIONS,
  ...CLONE,
  ...WEB_ASSEMBLY,
  ...STREAMS,
  ...CRYPTO_DEVIATIONS,
  ...LANGUAGE,
]
