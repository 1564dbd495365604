// What bounds a run on every side. No run of the bench comes near.

export const TIMEOUT_MS = 30_000

/** Heap of a program in MB. The peer has no such limit outside Cloudflare. */
export const MEMORY_MB = 64
