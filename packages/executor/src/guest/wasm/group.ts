// The group `wasm`: V8's WebAssembly with asynchronous operations that settle in an isolate. Its memory
// is outside of the isolate's limit; the process that holds the isolate watches over it.

import { operations } from './asynchronous.ts'
import { native } from './namespace.ts'

for (const [name, value] of Object.entries(operations)) {
  Object.defineProperty(native, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  })
}

export { native as WebAssembly }
