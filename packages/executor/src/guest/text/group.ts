// The group `text`: the Encoding Standard's coders and base64.

export { atob, btoa } from './base64.ts'
export { TextDecoder } from './text-decoder.ts'
export { TextEncoder } from './text-encoder.ts'

/** structuredClone refuses the coders; they are told apart by their class strings. */
export const isPlatformObject = (): boolean => true
