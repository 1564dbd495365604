// The group `pattern`: URLPattern.

import { isURLPattern } from './url-pattern.ts'

export { URLPattern } from './url-pattern.ts'

/** Whether a value is an object of this group that structuredClone refuses. */
export const isPlatformObject: (value: unknown) => boolean = isURLPattern
