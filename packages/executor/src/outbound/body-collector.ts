// Gathers a response body in one growing block, within its own bound and a budget shared by all.

/** Bytes that all responses of one executor may hold in memory together. */
export type ByteBudget = { left: number }

/** What became of a chunk. A body that got anything but `taken` is over. */
type ChunkVerdict = 'taken' | 'too-large' | 'busy'

/** One body under way. `dispose` gives its bytes back to the budget. */
export type BodyCollector = {
  push(chunk: Uint8Array): ChunkVerdict
  bytes(): Uint8Array<ArrayBuffer>
  dispose(): void
}

const FIRST_BLOCK = 4_096

/**
 * Collects at most `bound` bytes. Chunks are copied, since a server that sends single bytes would
 * otherwise cost the host a hundred times what it sends.
 */
export function createBodyCollector(bound: number, budget: ByteBudget): BodyCollector {
  let block = new Uint8Array(0)
  let length = 0

  const grow = (needed: number): boolean => {
    const size = Math.min(Math.max(needed, block.length * 2, FIRST_BLOCK), Math.max(needed, bound))
    const added = size - block.length
    if (added > budget.left) {
      return false
    }
    budget.left -= added
    const larger = new Uint8Array(size)
    larger.set(block.subarray(0, length))
    block = larger
    return true
  }

  return {
    push: (chunk) => {
      const needed = length + chunk.length
      if (needed > bound) {
        return 'too-large'
      }
      if (needed > block.length && !grow(needed)) {
        return 'busy'
      }
      block.set(chunk, length)
      length = needed
      return 'taken'
    },
    bytes: () => block.subarray(0, length),
    dispose: () => {
      budget.left += block.length
      block = new Uint8Array(0)
      length = 0
    },
  }
}
