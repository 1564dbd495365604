// The attributes of the global object: accessors for good, as Web IDL has them. A program may replace
// each by an assignment, except `onerror`, whose setter is what it is for.

import { create, nativeDescriptor, NativeTypeError, reflectDefine } from './intrinsics.ts'

const realGlobal: object = globalThis

/** Globals that are attributes, of the groups that have any. */
export const isAttribute = (name: string): boolean =>
  name === 'caches' ||
  name === 'crypto' ||
  name === 'navigator' ||
  name === 'onerror' ||
  name === 'performance'

/** Defines an accessor on the global object, to be called on it alone, named or not. */
export function defineAttribute(
  name: string,
  read: () => unknown,
  write: (value: unknown) => void,
): void {
  // Only a literal gives accessors the names that the language has for them.
  const holder = {
    get [name](): unknown {
      checkReceiver(this)
      return read()
    },
    set [name](value: unknown) {
      checkReceiver(this)
      write(value)
    },
  }
  reflectDefine(realGlobal, name, nativeDescriptor(holder, name) ?? create(null))
}

function checkReceiver(receiver: unknown): void {
  if (receiver === undefined || receiver === null || receiver === realGlobal) return

  throw new NativeTypeError('Illegal invocation.')
}
