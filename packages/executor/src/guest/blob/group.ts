// The group `blob`: Blob, File and FormData.

import { isFormData } from './form-data.ts'

export { Blob, bytesOf, cloneBlob, createBlob, File, isBlob } from './blob.ts'
export { createFormData, FormData, isFormData } from './form-data.ts'
export { parseMultipart, serializeMultipart } from './multipart.ts'

/** Whether a value is an object of this group that structuredClone refuses. */
export const isPlatformObject = (value: unknown): boolean => isFormData(value)
