// One pool slot's child process as the host sees it: starts it, checks every message, watches it, and
// ends it. What a run means is not known here: messages go to whoever occupies the worker.

import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { PAYLOAD_LIMIT } from '@supolka/codemode-executor-protocol'
import { checkMessage } from '../channel/check-message.ts'
import { encodeFrame, FrameReader, type Frame } from '../channel/frames.ts'
import type { ToChild, ToHost } from '../channel/messages.ts'
import type { ChildExitCause } from '../observer.ts'
import type { ChildVersions } from '../report.ts'
import { allowedResident, residentBytes } from './resident-memory.ts'
import { spawnChild, type ChildSettings } from './spawn-child.ts'

/** How much of a child's last words is kept, in characters. */
const LAST_WORDS = 2_000

/** A child that has no isolate prepared by then is broken: at start, and after a run; in milliseconds. */
const START_TIMEOUT_MS = 30_000
const REST_TIMEOUT_MS = 10_000

/** How a child ended. */
export type ChildExit = { code: number | null; signal: string | null; lastWords: string }

/** Whoever occupies a worker hears what its child says and how it ends. */
export type Occupant = {
  onMessage: (message: ToHost, payload: Buffer) => void
  onExit: (exit: ChildExit) => void
}

export type WorkerOptions = {
  id: number
  settings: ChildSettings
  /** Whether the child proves at start that it can kill what it runs. */
  testsItself: boolean
  /** A prepared isolate waits: at start and after each run. */
  onReady: (worker: Worker, versions: ChildVersions) => void
  onExit: (worker: Worker, exit: ChildExit, cause: ChildExitCause) => void
}

/** What a worker does; one whose child is as good as dead does nothing. */
export type WorkerState = 'starting' | 'ready' | 'occupied' | 'resting' | 'doomed'

export class Worker {
  readonly id: number
  readonly #options: WorkerOptions
  readonly #exited = Promise.withResolvers<void>()
  readonly #child: ChildProcess
  readonly #stdin: Socket
  readonly #stdout: Socket
  readonly #stderr: Socket
  readonly #reader = new FrameReader(PAYLOAD_LIMIT, (frame) => this.#onFrame(frame))
  #readyTimer: NodeJS.Timeout | undefined
  #occupant: Occupant | undefined
  /** Whether the child may say that it is ready: it starts, or its run is over. */
  #maySayReady = true
  /** Whether another isolate is being prepared while one waits. */
  #isPreparing = false
  #isReported = false
  #isDoomed = false
  /** Why the child is being ended. */
  #cause: ChildExitCause | undefined
  #hasExited = false
  #wasReady = false
  #runs = 0
  #reserve = 0
  #lastWords = ''
  #residentCap = Infinity

  constructor(options: WorkerOptions) {
    const { id, settings, testsItself } = options
    this.id = id
    this.#options = options
    this.#child = spawnChild(settings, testsItself)
    this.#child.once('error', (error) => {
      this.#lastWords = String(error)
      // A child that could not be spawned never exits.
      if (this.#child.pid === undefined) this.#onExit(null, null)
    })
    ;[this.#stdin, this.#stdout, this.#stderr] = pipesOf(this.#child)
    // No child keeps the host process alive by itself: the pool does, while it has work.
    for (const handle of [this.#child, this.#stdin, this.#stdout, this.#stderr]) handle.unref()
    this.#awaitReady(START_TIMEOUT_MS)
    this.#listen()
    // `close` comes after the last byte of the pipes was read: a verdict on its way is still heard.
    this.#child.once('close', (code, signal) => this.#onExit(code, signal))
  }

  /** Resolves once the child is gone and its pipes are read to the end. */
  get exited(): Promise<void> {
    return this.#exited.promise
  }

  /** Whether the child was killed or broke the protocol; its exit is only a matter of time. */
  get isDoomed(): boolean {
    return this.#isDoomed
  }

  get state(): WorkerState {
    if (this.#isDoomed) return 'doomed'
    if (this.#occupant !== undefined) return 'occupied'
    if (!this.#maySayReady) return 'ready'

    return this.#wasReady ? 'resting' : 'starting'
  }

  /** How many runs it has taken. */
  get runs(): number {
    return this.#runs
  }

  /** How many prepared isolates wait in it. */
  get reserve(): number {
    return this.#reserve
  }

  /** Whether it adds to its reserve, so that nothing runs in it. */
  get isPreparing(): boolean {
    return this.#isPreparing
  }

  /** Whether it ever had a prepared isolate. */
  get wasReady(): boolean {
    return this.#wasReady
  }

  /** Takes the worker until it is ready again or dead. */
  occupy(occupant: Occupant): void {
    this.#occupant = occupant
    this.#maySayReady = false
    this.#runs += 1
    this.#reserve -= 1
  }

  /** Adds to the reserve. Nothing may occupy the worker until it is ready again. */
  prepare(): void {
    this.#isPreparing = true
    this.#maySayReady = true
    this.#awaitReady(REST_TIMEOUT_MS)
    this.send({ type: 'prepare' })
  }

  send(message: ToChild, payload?: Uint8Array): void {
    if (this.#isDoomed || this.#stdin.destroyed) return
    const isFirst = this.#stdin.writableCorked === 0
    for (const part of encodeFrame(message, payload)) this.#stdin.write(part)
    // The first message of a turn leaves at once, so that the child wakes up meanwhile; the ones that
    // are ready in the same turn leave in one write.
    if (isFirst) {
      this.#stdin.cork()
      process.nextTick(() => this.#stdin.uncork())
    }
  }

  /**
   * Ends the child at once. Its occupant has its verdict and hears nothing more. Of several causes the
   * first one stands.
   */
  kill(cause: ChildExitCause): void {
    this.#occupant = undefined
    this.#doom(cause)
  }

  /**
   * Whether the child holds more memory than a program of its limit may make it hold. What still waits
   * here for it to be read counts: answers can come faster than a busy child takes them in.
   */
  isOverMemory(): boolean {
    return residentBytes(this.#child.pid) + this.#stdin.writableLength > this.#residentCap
  }

  #listen(): void {
    this.#stdout.on('data', (chunk: Buffer) => {
      try {
        if (!this.#isDoomed) this.#reader.push(chunk)
      } catch (error) {
        // A child that breaks the protocol is not to be trusted with anything any more.
        this.#lastWords = String(error)
        this.#doom('protocol')
      }
    })
    this.#stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS)
    })
    // Writes to a child that is gone: its exit tells what there is to tell.
    this.#stdin.on('error', () => undefined)
  }

  /** Throws for what breaks the protocol. */
  #onFrame({ header, payload }: Frame): void {
    const message = checkMessage(header)
    if (message === undefined) throw new TypeError('A message has no known shape.')
    if (this.#isDoomed) return
    if (message.type === 'ready') this.#onReady(message)
    else if (message.type === 'fatal') this.#lastWords = message.message.slice(-LAST_WORDS)
    // Nobody listens to what is left of a run that has reported, nor to an outcome without a run, which
    // would make room for a `ready` out of turn.
    else if (this.#occupant !== undefined) {
      this.#occupant.onMessage(message, payload)
      if (message.type === 'done' && message.outcome !== 'retained') this.#onReported()
      // What a run used is the last that is heard of it.
      if (this.#isReported && (message.type === 'used' || isMeasured(message))) this.#rest()
    }
  }

  #onReported(): void {
    this.#isReported = true
    this.#awaitReady(REST_TIMEOUT_MS)
  }

  #rest(): void {
    this.#isReported = false
    this.#occupant = undefined
    this.#maySayReady = true
  }

  #awaitReady(patienceMs: number): void {
    this.#readyTimer = setTimeout(() => this.kill('not-ready'), patienceMs).unref()
  }

  #onReady({ node, v8, isolatedVm }: ChildVersions): void {
    if (!this.#maySayReady) throw new TypeError('A worker said that it is ready out of turn.')
    this.#maySayReady = false
    clearTimeout(this.#readyTimer)
    // After a run a child prepares an isolate only where none is left.
    this.#reserve = this.#isPreparing ? this.#reserve + 1 : Math.max(1, this.#reserve)
    this.#isPreparing = false
    if (!this.#wasReady) {
      const { memoryLimit } = this.#options.settings
      this.#residentCap = allowedResident(residentBytes(this.#child.pid), memoryLimit)
    }
    this.#wasReady = true
    this.#options.onReady(this, { node, v8, isolatedVm })
  }

  #doom(cause: ChildExitCause): void {
    this.#cause ??= cause
    this.#isDoomed = true
    this.#child.kill('SIGKILL')
  }

  #onExit(code: number | null, signal: string | null): void {
    if (this.#hasExited) return
    this.#hasExited = true
    this.#isDoomed = true
    clearTimeout(this.#readyTimer)
    const exit = { code, signal, lastWords: this.#lastWords }
    const occupant = this.#occupant
    this.#occupant = undefined
    occupant?.onExit(exit)
    // The occupant may have said meanwhile what the death means.
    this.#options.onExit(this, exit, this.#cause ?? this.#ownCause(signal))
    this.#exited.resolve()
  }

  /** What a death means that nobody ordered. */
  #ownCause(signal: string | null): ChildExitCause {
    if (!this.#wasReady) return 'failed-start'
    // A child ends itself like this when its program goes on after the outcome.
    const isResting = this.#maySayReady && signal === 'SIGKILL'

    return isResting ? 'restless' : 'crashed'
  }
}

const isMeasured = (message: ToHost): boolean => message.type === 'done' && message.isMeasured

/** The child's stdin, stdout and stderr. Throws when the system had no descriptors left for them. */
function pipesOf({ stdin, stdout, stderr }: ChildProcess): [Socket, Socket, Socket] {
  const pipes = [stdin, stdout, stderr]
  if (pipes.some((pipe) => !pipe)) throw new Error('A child could not be given its pipes.')

  // With `pipe`, each of the three is a socket of its own.
  return pipes as unknown as [Socket, Socket, Socket]
}
