// The group `clone`: structuredClone.

export { structuredClone } from './structured-clone.ts'
