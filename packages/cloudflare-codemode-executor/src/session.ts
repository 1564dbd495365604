// One session with a server: a socket, the handshake, the keepalive, and its end.

import { RpcSession, type RpcStub } from 'capnweb'
import {
  MESSAGE_LIMIT,
  PROTOCOL_VERSION,
  type ExecutorApi,
} from '@supolka/codemode-executor-protocol'
import type { ConnectSettings } from './connect-options.ts'
import { mismatchFault } from './connection-faults.ts'
import { openSocket } from './open-socket.ts'
import type { Socket } from './socket.ts'
import { SocketTransport, type SocketEnd } from './socket-transport.ts'

export class Session {
  readonly api: RpcStub<ExecutorApi>
  /** The replica that serves it, once a granted execution has told. */
  replica: string | undefined
  readonly #rpc: RpcSession<ExecutorApi>
  readonly #transport: SocketTransport
  readonly #settings: ConnectSettings
  #beat: ReturnType<typeof setTimeout> | undefined
  #openCalls = 0
  #isRetired = false

  /**
   * Opens a session and proves the version. Rejects with `PROTOCOL_MISMATCH`, or with whatever kept
   * the socket or the handshake from succeeding, `closing` included.
   */
  static async open(
    address: string,
    settings: ConnectSettings,
    closing: AbortSignal,
  ): Promise<Session> {
    const session = new Session(await openSocket(address, settings, closing), settings)
    const onClosing = (): void => session.close('The handshake was given up.')
    closing.addEventListener('abort', onClosing)
    try {
      await session.#shakeHands()
    } catch (failure) {
      session.close('The handshake failed.')
      throw failure
    } finally {
      closing.removeEventListener('abort', onClosing)
    }

    return session
  }

  private constructor(socket: Socket, settings: ConnectSettings) {
    this.#settings = settings
    this.#transport = new SocketTransport(socket)
    this.#rpc = new RpcSession<ExecutorApi>(this.#transport, undefined, {
      limits: { maxMessageSize: MESSAGE_LIMIT },
    })
    this.api = this.#rpc.getRemoteMain()
    void this.#transport.ended.then(() => clearTimeout(this.#beat))
  }

  /** What it ended of; undefined while it is open. */
  get end(): SocketEnd | undefined {
    return this.#transport.end
  }

  /** Settles when it is over. */
  get ended(): Promise<SocketEnd> {
    return this.#transport.ended
  }

  /** Settles when its socket is gone: once it was closed, within a second. */
  get gone(): Promise<void> {
    return this.#transport.gone
  }

  /** Live entries of both sides' tables, for those who look for leaks. */
  get stats(): { imports: number; exports: number } {
    return this.#rpc.getStats()
  }

  /** Does one call of it; a retired session ends with the last of them. */
  async use<Result>(call: (api: RpcStub<ExecutorApi>) => Promise<Result>): Promise<Result> {
    this.#openCalls += 1
    try {
      return await call(this.api)
    } finally {
      this.#openCalls -= 1
      this.#closeWhenIdle()
    }
  }

  /** Takes no further calls: its server turns work away. Ends when its last open call has settled. */
  retire(): void {
    this.#isRetired = true
    this.#closeWhenIdle()
  }

  /** Ends it; every open call rejects. Idempotent. */
  close(reason: string): void {
    clearTimeout(this.#beat)
    this.#transport.close(reason)
  }

  #closeWhenIdle(): void {
    if (this.#isRetired && this.#openCalls === 0) this.close('No further calls.')
  }

  async #shakeHands(): Promise<void> {
    const version: unknown = await this.#ask(this.#settings.connectTimeout)
    if (version !== PROTOCOL_VERSION) throw mismatchFault(version)
    this.#scheduleBeat()
  }

  /** Asks for the version, which every server answers at once; a silent one ends the session. */
  async #ask(patience: number): Promise<unknown> {
    let since = performance.now()
    const isSilent = (): boolean => this.#transport.lastHeardAt < since
    // The answer is not here. What else was heard only tells of the time before: the link may be dead now.
    const waitOn = (): void => {
      since = performance.now()
      timer = setTimeout(look, patience)
    }
    const look = (): void => {
      if (!isSilent()) return waitOn()
      // A frame that waits behind a long task of this process counts as heard: look once more then.
      timer = setTimeout(() => {
        if (isSilent()) this.close(`The server was silent for ${patience} ms.`)
        else waitOn()
      })

      return undefined
    }
    let timer = setTimeout(look, patience)
    try {
      return await this.api.protocolVersion()
    } finally {
      clearTimeout(timer)
    }
  }

  #scheduleBeat(): void {
    if (this.end !== undefined) return
    this.#beat = setTimeout(() => {
      // A session that ends meanwhile has told everybody who waits on it.
      this.#ask(this.#settings.keepaliveTimeout).then(
        () => this.#scheduleBeat(),
        () => this.close('The server did not answer.'),
      )
    }, this.#settings.keepaliveInterval)
  }
}
