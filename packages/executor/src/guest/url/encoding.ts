// Stands in for the library's use of the TextEncoder and TextDecoder globals.

export { utf8DecodeKeepingMark as utf8DecodeWithoutBOM, utf8Encode } from '../text/utf8.ts'
