// The declared absences that are names of their own, and the registry that never calls back.

import { createCaches, createCompression, type MakeDomException } from '../absent.ts'
import { reflectConstruct } from '../intrinsics.ts'
import type { GuestRuntime } from '../runtime.ts'

declare const runtime: GuestRuntime

const makeDomException: MakeDomException = (message, name) =>
  reflectConstruct(runtime.need('dom')['DOMException'], [message, name])

export const caches: object = createCaches(makeDomException)
export const CompressionStream: object = createCompression('CompressionStream', makeDomException)
export const DecompressionStream: object = createCompression(
  'DecompressionStream',
  makeDomException,
)
export { SilentRegistry as FinalizationRegistry } from './silent-registry.ts'
