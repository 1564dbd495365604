// The doors of the realm that are closed before any program runs: what V8 allocates outside of the
// isolate's memory limit.

import { BufferGrowthAbsentError } from '@supolka/codemode-executor-protocol'
import { guardBuffer, type Refuse } from './absent/guarded-buffer.ts'
import type { MakeDomException } from './absent.ts'
import { reflectDelete } from './intrinsics.ts'

export type DoorOptions = {
  domException: MakeDomException
  /** Leaves `WebAssembly` in place; nothing inside the isolate bounds its memory. */
  webAssembly: boolean
}

/**
 * Call once, after the context exists (V8 adds some of these globals with it) and before any program
 * runs. Errors are made at the touch: every isolate pays for what happens here.
 */
export function closeDoors({ domException, webAssembly }: DoorOptions): void {
  const growthOf =
    (name: string): Refuse =>
    () => {
      const { message } = new BufferGrowthAbsentError(name)
      // oxlint-disable-next-line typescript/only-throw-error -- a DOMException, made by the realm
      throw domException(message, 'NotSupportedError')
    }
  guardBuffer('ArrayBuffer', 'resize', growthOf)
  guardBuffer('SharedArrayBuffer', 'grow', growthOf)
  if (!webAssembly) reflectDelete(globalThis, 'WebAssembly')
}
