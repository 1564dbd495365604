// One run in this process: starts the program, answers what the guest sends, keeps the bounds that the
// child can see, and reports the outcome once.

import { memoryUsage } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { PAYLOAD_LIMIT, PayloadTooLargeError } from '@supolka/codemode-executor-protocol'
import type { DoneMessage, InvokeMessage, RunMessage, Used, Verdict } from '../channel/messages.ts'
import { createBusyTime, type BusyTime } from './crypto/busy-time.ts'
import { createCryptoJobs, type CryptoJobs } from './crypto/crypto-jobs.ts'
import { startDeadline, type Deadline } from './deadline.ts'
import { createGuestPort } from './guest-port.ts'
import { HostCalls, type HostAnswer } from './host-calls.ts'
import { Invocations } from './invocations.ts'
import type { PreparedIsolate } from './isolate.ts'
import type { Ivm } from './load-addon.ts'
import { send } from './pipe.ts'
import { Program } from './program.ts'
import { createTurns, type Turns } from './turns.ts'
import { startWatch, type Watch } from './watch.ts'

/** How long a reading of the heap may hold up a report, in milliseconds. */
const HEAP_PATIENCE_MS = 25

/** How long the host is given to read an outcome, in milliseconds. */
const HOST_READS_MS = 1

/** What a run may use, in milliseconds and bytes of resident memory, and still be slight. */
const SLIGHT_GUEST_MS = 2
const SLIGHT_BYTES = 4 * 1_048_576

/** In this many milliseconds of the guest no more than that can be touched: no need to look at it. */
const BRIEF_GUEST_MS = 0.5

/** How long a guest may go on after its run has reported, in milliseconds. */
const REST_GRACE_MS = 50

export type RunOptions = {
  addon: Ivm
  prepared: PreparedIsolate
  message: RunMessage
  runtimeSpecifier: string
  groupText: (name: string) => string | undefined
  /** Resident memory of this process before the run, and the most it may reach, in bytes. */
  idleRss: number
  residentCap: number
  /** Runs follow each other closely: the next isolate is wanted at once. */
  isInDemand: boolean
  /** The run is over and its isolate gone; `false` means that the guest does not stop. */
  onEnd: (isAtRest: boolean) => void
}

export class Run {
  readonly #options: RunOptions
  readonly #turns: Turns
  readonly #hostCalls: HostCalls
  readonly #invocations: Invocations
  readonly #cryptoJobs: CryptoJobs
  readonly #busyTime: BusyTime
  readonly #program: Program
  readonly #watch: Watch
  #phase: 'running' | 'retained' | 'ended' = 'running'
  #deadline: Deadline
  #wakeUp: NodeJS.Timeout | undefined
  #immediate: NodeJS.Immediate | undefined
  /** Whether there were turns that are not counted. */
  #hasPosted = false
  #guestMs = 0
  #heapBytes = 0

  constructor(options: RunOptions) {
    const { addon, prepared, message } = options
    this.#options = options
    this.#heapBytes = prepared.idle.heapBytes
    this.#turns = createTurns(() => this.#onTurnFailure())
    this.#busyTime = createBusyTime({
      now: () => performance.now(),
      guestTime: () => this.#readGuestTime(),
    })
    this.#deadline = this.#startDeadline()
    this.#hostCalls = new HostCalls({
      addon,
      outboundMode: message.outboundMode,
      openWait: () => this.#deadline.clock.openWait(),
      closeWait: () => this.#deadline.clock.closeWait(),
      tell: this.#tell,
      tellAnswers: this.#tellAnswers,
    })
    this.#invocations = new Invocations({
      addon,
      tell: this.#tell,
      begin: () => {
        this.#deadline = this.#startDeadline()
      },
      end: () => this.#deadline.stop(),
    })
    this.#cryptoJobs = createCryptoJobs({ addon, busyTime: this.#busyTime, tell: this.#tell })
    this.#watch = startWatch({
      cap: options.residentCap,
      isGone: () => prepared.isolate.isDisposed,
      onMemory: () => this.#give('memory'),
      onBeat: () => {
        const spentMs = this.#deadline.clock.spent()
        const invocation = this.#invocations.current
        send({ type: 'clock', invocation, spentMs, ...this.#readUsed() })
        void this.#noteHeap()
      },
    })
    this.#program = new Program({
      ...options,
      turns: this.#turns,
      fail: (text) => this.#finish('failed', text),
    })
    prepared.connect(this.#createPort())
    void this.#program.start()
  }

  /** The host answered a tool call or a request. */
  onAnswer(answer: HostAnswer, payload: Buffer): void {
    this.#hostCalls.settle(answer, payload)
  }

  onInvoke(message: InvokeMessage, payload: Buffer): void {
    if (this.#phase === 'retained') this.#invocations.invoke(message, payload)
  }

  /** V8 gave up on the isolate: its thread is lost, but this process can still say so. */
  onCatastrophe(): void {
    this.#give('memory')
  }

  #createPort(): ReturnType<typeof createGuestPort> {
    const { message, groupText } = this.#options

    return createGuestPort({
      hostCalls: this.#hostCalls,
      program: this.#program,
      invocations: this.#invocations,
      cryptoJobs: this.#cryptoJobs,
      outboundMode: message.outboundMode,
      maxRedirects: message.maxRedirects,
      groupText,
      log: (line) => {
        if (this.#phase === 'running') send({ type: 'log', ...line })
      },
      wakeUp: (delay) => {
        this.#cancelWakeUp()
        if (this.#phase === 'ended') return
        // What is due at once is a task: a timer of Node would make a millisecond of it.
        if (delay > 0) this.#wakeUp = setTimeout(this.#tell, delay, 'tick')
        else this.#immediate = setImmediate(this.#tell, 'tick')
      },
      finish: (outcome, text) => this.#finish(outcome, text),
    })
  }

  readonly #tell = (kind: string, ...rest: Array<unknown>): void => {
    if (this.#phase !== 'ended') this.#turns.begin(() => this.#options.prepared.tell(kind, ...rest))
  }

  /** Without modules nothing loads that a failed turn could have failed: no need to hear of its end. */
  readonly #tellAnswers = (answers: Array<number | string>): void => {
    const { message, prepared } = this.#options
    if (message.modules.length > 0) this.#tell('answers', ...answers)
    else if (this.#phase !== 'ended') {
      this.#hasPosted = true
      prepared.post('answers', ...answers)
    }
  }

  #onTurnFailure(): void {
    if (this.#options.prepared.isolate.isDisposed) this.#give('memory')
    else if (this.#phase === 'running') this.#turns.begin(() => this.#program.probe())
  }

  /** A bound is broken: the host hears of it, and ends this process. */
  #give(verdict: Verdict): void {
    if (this.#phase === 'ended') return
    this.#end()
    send({ type: 'verdict', verdict, ...this.#readUsed() })
  }

  #finish(outcome: DoneMessage['outcome'], text: string): void {
    if (this.#phase !== 'running') return
    if (this.#deadline.isOver()) return this.#give('timeout')
    this.#deadline.stop()
    if (outcome === 'retained') this.#phase = 'retained'
    else this.#end()
    const isMeasured = this.#isSlight()
    sendDone(outcome, text, { ...this.#readUsed(), isMeasured })
    void this.#conclude({ isMeasured, isOver: outcome !== 'retained' })

    return undefined
  }

  async #conclude({ isMeasured, isOver }: { isMeasured: boolean; isOver: boolean }): Promise<void> {
    if (!isMeasured) {
      const { guestMs } = this.#readUsed()
      await this.#noteHeap()
      send({ type: 'used', guestMs, heapBytes: this.#heapBytes })
    }
    if (isOver) await this.#rest()
  }

  /** Whether the run was too slight for its heap to be worth a reading, which would hold it up. */
  #isSlight(): boolean {
    const guestMs = this.#readGuestTime()
    if (guestMs < BRIEF_GUEST_MS) return true
    const { idleRss } = this.#options

    return guestMs < SLIGHT_GUEST_MS && memoryUsage.rss() - idleRss < SLIGHT_BYTES
  }

  async #noteHeap(): Promise<void> {
    this.#heapBytes = Math.max(this.#heapBytes, await this.#readHeap())
  }

  /**
   * Bytes the isolate holds. The reading waits for the guest's turn to end; a guest that goes on after
   * it has reported is not waited for.
   */
  async #readHeap(): Promise<number> {
    const { isolate } = this.#options.prepared
    if (isolate.isDisposed) return 0
    const read = isolate.getHeapStatistics().then(
      (heap) => heap.used_heap_size + heap.externally_allocated_size,
      // The isolate died meanwhile: the verdict on it is on its way.
      () => 0,
    )
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<number>((resolve) => {
      timer = setTimeout(resolve, HEAP_PATIENCE_MS, 0)
    })
    const bytes = await Promise.race([read, patience])
    clearTimeout(timer)

    return bytes
  }

  #end(): void {
    this.#phase = 'ended'
    this.#deadline.stop()
    this.#watch.stop()
    this.#cryptoJobs.close()
    this.#cancelWakeUp()
  }

  #cancelWakeUp(): void {
    clearTimeout(this.#wakeUp)
    clearImmediate(this.#immediate)
  }

  async #rest(): Promise<void> {
    // The kernel wakes the host on the processor that wrote to it, and preparing the next isolate would
    // keep that one busy for milliseconds. Where nobody waits for this process, the host reads first.
    if (!this.#options.isInDemand) await pause(HOST_READS_MS)
    // A turn that is counted settles behind all that are not.
    if (this.#hasPosted) this.#turns.begin(() => this.#options.prepared.tell('pending'))
    const rests = [this.#turns.rest(REST_GRACE_MS), this.#cryptoJobs.rest(REST_GRACE_MS)]
    const isAtRest = (await Promise.all(rests)).every(Boolean)
    if (isAtRest) this.#options.prepared.isolate.dispose()
    this.#options.onEnd(isAtRest)
  }

  #startDeadline(): Deadline {
    const { timeout, countHostWaits } = this.#options.message

    return startDeadline({
      timeout,
      countHostWaits,
      openWaits: this.#hostCalls?.openWaits ?? 0,
      guestTime: this.#busyTime.spent,
      onOver: () => this.#give('timeout'),
    })
  }

  #readUsed(): Used {
    return { guestMs: this.#readGuestTime(), heapBytes: this.#heapBytes }
  }

  /** Milliseconds the guest has run. */
  #readGuestTime(): number {
    try {
      const { isolate, idle } = this.#options.prepared
      this.#guestMs = Number(isolate.cpuTime) / 1e6 - idle.guestMs
    } catch {
      // The isolate is gone, which it may be before it says so: the last reading stays.
    }

    return this.#guestMs
  }
}

type Report = Used & { isMeasured: boolean }

function sendDone(outcome: DoneMessage['outcome'], text: string, report: Report): void {
  const payload = Buffer.from(text)
  if (payload.byteLength > PAYLOAD_LIMIT) {
    const { message } = new PayloadTooLargeError("run's answer", payload.byteLength, PAYLOAD_LIMIT)
    send({ type: 'done', outcome: 'failed', error: message, ...report })
  } else if (outcome === 'failed') send({ type: 'done', outcome, error: text, ...report })
  else send({ type: 'done', outcome, error: '', ...report }, payload)
}
