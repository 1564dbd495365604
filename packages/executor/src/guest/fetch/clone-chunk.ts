// The copy of a stream's chunk that the second branch of a cloned body gets.

type CloneGroup = { structuredClone(value: unknown): unknown }

export const cloneChunk = (chunk: unknown): unknown =>
  (runtime.need('clone') as CloneGroup).structuredClone(chunk)
