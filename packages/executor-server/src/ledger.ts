// What one connection makes the server hold: calls with the memory of their requests and answers, each
// until it was answered and the peer has let go of it, in whatever order the two happen.

/** The numbers of calls and bytes of one connection. */
export type Ledger = {
  /** Calls that are not both answered and released. */
  readonly openCalls: number
  /** What their requests and the answers that are not released take. */
  readonly bytes: number
  /** A call that the peer begins, with what its request takes; answers its number. */
  begin: (bytes: number) => number
  /** Whether the peer has begun a call of this number. */
  knows: (id: number) => boolean
  /** The answer to a call goes out. */
  answer: (id: number, bytes: number) => void
  /** The peer lets go of a call. False when it did before, or never began it. */
  release: (id: number) => boolean
}

type Call = { bytes: number; isAnswered: boolean; isReleased: boolean }

export function createLedger(): Ledger {
  const calls = new Map<number, Call>()
  let bytes = 0
  // Both sides number the calls of one side in order; 0 is the main object.
  let lastId = 0

  const settle = (id: number, call: Call): void => {
    if (!call.isAnswered || !call.isReleased) return
    bytes -= call.bytes
    calls.delete(id)
  }

  return {
    get openCalls() {
      return calls.size
    },
    get bytes() {
      return bytes
    },
    begin: (size) => {
      lastId += 1
      calls.set(lastId, { bytes: size, isAnswered: false, isReleased: false })
      bytes += size

      return lastId
    },
    knows: (id) => id <= lastId,
    answer: (id, size) => {
      const call = calls.get(id)
      if (call === undefined || call.isAnswered) return
      call.isAnswered = true
      // Of an answer to a call that was let go of before, nothing is kept.
      if (!call.isReleased) {
        call.bytes += size
        bytes += size
      }
      settle(id, call)
    },
    release: (id) => {
      const call = calls.get(id)
      if (call === undefined || call.isReleased) return false
      call.isReleased = true
      settle(id, call)

      return true
    },
  }
}
