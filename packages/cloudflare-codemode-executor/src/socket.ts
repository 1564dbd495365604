// What a connection needs of a WebSocket, so that those of packages fit as well as the platform's own.

/** An event of a socket, as far as anything is read of it. */
export type SocketEvent = {
  readonly type: string
  readonly data?: unknown
  readonly code?: number
  readonly reason?: string
  readonly message?: string
  readonly error?: unknown
}

/** A WebSocket: the platform's, `ws`, undici's, or one of your own. */
export interface Socket {
  readonly readyState: number
  send(data: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: string, listener: (event: SocketEvent) => void): void
  removeEventListener(type: string, listener: (event: SocketEvent) => void): void
}

/** Values of `readyState`, the same for every implementation. */
export const CONNECTING = 0
export const OPEN = 1
