// What the guest half uses of the protocol beside the dispatch. In its bundle these are names of the entry
// scope.

export { decodeBase64, encodeBinaryValue } from '@supolka/codemode-executor-protocol'
