// Opens one WebSocket, or says what kept it from opening.

import {
  encodeBase64,
  TOKEN_SUBPROTOCOL_PREFIX,
  WIRE_SUBPROTOCOL,
} from '@supolka/codemode-executor-protocol'
import type { ConnectSettings } from './connect-options.ts'
import { CONNECTING, OPEN, type Socket, type SocketEvent } from './socket.ts'

/**
 * An open socket to `address`. Rejects with an Error that tells what went wrong, or with the reason of
 * `closing` once that fires. A socket that comes after that, or after `connectTimeout` milliseconds,
 * is closed.
 */
export async function openSocket(
  address: string,
  settings: ConnectSettings,
  closing: AbortSignal,
): Promise<Socket> {
  const { token, connectTimeout } = settings
  const givenUp = Promise.withResolvers<never>()
  const onClosing = (): void => givenUp.reject(closing.reason)
  const timer = setTimeout(
    () => givenUp.reject(new Error(`No connection within ${connectTimeout} ms.`)),
    connectTimeout,
  )
  closing.addEventListener('abort', onClosing)
  const made = (async () => settings.openSocket(address, protocolsOf(token)))()
  try {
    return await Promise.race([made.then(untilOpen), givenUp.promise])
  } catch (failure) {
    void closeOnceMade(made)
    throw failure
  } finally {
    clearTimeout(timer)
    closing.removeEventListener('abort', onClosing)
  }
}

async function closeOnceMade(made: Promise<Socket>): Promise<void> {
  try {
    const socket = await made
    socket.close()
  } catch {
    // There is no socket, and whoever asked for one has heard why.
  }
}

/** Waits for a socket that was made. Its end is heard of as long as it is not open. */
async function untilOpen(socket: Socket): Promise<Socket> {
  if (isOpen(socket)) return socket
  // Some sockets fail before anybody can listen.
  if (socket.readyState !== CONNECTING) {
    throw new Error('The socket was closed before it opened.')
  }
  const opened = Promise.withResolvers<Socket>()
  const onOpen = (): void => opened.resolve(socket)
  const onError = (event: SocketEvent): void => opened.reject(new Error(describe(event)))
  const onClose = ({ code, reason = '' }: SocketEvent): void =>
    opened.reject(new Error(`The socket closed with code ${code}. ${reason}`.trim()))
  socket.addEventListener('open', onOpen)
  socket.addEventListener('error', onError)
  socket.addEventListener('close', onClose)
  try {
    return await opened.promise
  } finally {
    socket.removeEventListener('open', onOpen)
    socket.removeEventListener('close', onClose)
    // Closing a socket that never opened tells of it by another error, which nobody else hears.
    if (isOpen(socket)) socket.removeEventListener('error', onError)
  }
}

const isOpen = ({ readyState }: Socket): boolean => readyState === OPEN

function protocolsOf(token: string | undefined): Array<string> {
  if (token === undefined) return []
  const digits = encodeBase64(new TextEncoder().encode(token))
  const unpadded = digits.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

  return [WIRE_SUBPROTOCOL, `${TOKEN_SUBPROTOCOL_PREFIX}${unpadded}`]
}

/** Standard sockets hide why they failed; others, such as those of `ws`, say it on the event. */
function describe({ message, error }: SocketEvent): string {
  const cause = error instanceof Error ? error.message : ''

  return message || cause || 'The socket could not be opened.'
}
