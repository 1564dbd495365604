// Objects of the web globals: a few can be copied, the others are refused.

import { GROUPS } from '../groups.ts'
import type { GroupName } from '../runtime.ts'
import { need } from '../dom/need.ts'
import { refuse } from './data-clone-error.ts'

const groupOf = new Map<string, GroupName>()
for (const [group, { globals }] of Object.entries(GROUPS)) {
  for (const name of globals) groupOf.set(name, group as GroupName)
}
// An interface that is no global.
groupOf.set('Navigator', 'performance')
const lookUp = groupOf.get.bind(groupOf)

const REFUSED = new Set([
  'AsyncGenerator',
  'FinalizationRegistry',
  'Generator',
  'Module',
  'Promise',
  'Symbol',
  'WeakMap',
  'WeakRef',
  'WeakSet',
])
const isRefused = REFUSED.has.bind(REFUSED)

/**
 * The copy of a platform object with that class string, or `undefined` for an object that only
 * shows the string. Throws a DataCloneError for what cannot be copied.
 */
export const copyPlatformObject = (value: object, tag: string): object | undefined => {
  if (isRefused(tag) || tag.endsWith(' Iterator') || tag.startsWith('WebAssembly.')) {
    return refuse(`a ${tag}`)
  }
  const group = lookUp(tag)
  if (group === undefined) return undefined
  if (group === 'dom' && need('dom').isDOMException(value)) {
    const { cloneDOMException, cloneQuotaExceededError } = need('dom')
    return cloneQuotaExceededError(value) ?? cloneDOMException(value)
  }
  if (group === 'blob' && need('blob').isBlob(value)) return need('blob').cloneBlob(value)
  const { isPlatformObject } = runtime.need(group) as {
    isPlatformObject?: (value: object) => boolean
  }
  return isPlatformObject?.(value) ? refuse(`a ${tag}`) : undefined
}
