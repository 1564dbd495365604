// The group `clone`: structuredClone, and the same for messages.

export { cloneWithTransfer, structuredClone } from './structured-clone.ts'
export { toTransferList } from './transfer.ts'
