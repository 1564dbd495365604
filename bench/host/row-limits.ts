// The limits that every row gets, so that none wins by checking less.

export const rowLimits = { timeoutMs: 30_000, memoryMb: 64 }
