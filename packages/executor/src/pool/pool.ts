// The pool: a queue of executions, a number of workers, and nothing of what a run means. Workers that
// die are replaced; ready ones take the oldest execution that waits.

import { AsyncLocalStorage } from 'node:async_hooks'
import { ExecutorError, QueueOverflowError } from '@supolka/codemode-executor-protocol'
import type { Settings } from '../options.ts'
import type { Execution } from './execution.ts'
import { startFault } from './exit-cause.ts'
import { Pulse } from './pulse.ts'
import type { Retained } from './retained.ts'
import { Worker, type ChildExit } from './worker.ts'

/** Pause before a worker is started again after one failed to start, in milliseconds. */
const RESTART_PAUSE_MS = 250

export class Pool {
  readonly #settings: Settings
  readonly #workers = new Set<Worker>()
  readonly #ready: Array<Worker> = []
  readonly #queue: Array<Execution> = []
  readonly #running = new Set<Execution>()
  /** Workers that hold handles, out of rotation until they are dead. */
  readonly #occupied = new Map<Retained, Worker>()
  /** Keeps this process alive while there is work, and looks at what runs. */
  readonly #pulse = new Pulse(() => {
    for (const execution of this.#running) execution.watch()
    for (const retained of this.#occupied.keys()) retained.watch()
  })
  readonly #nesting = new AsyncLocalStorage<true>()
  #lastWorkerId = 0
  #wasTested = false
  #isDisposed = false
  #restart: NodeJS.Timeout | undefined

  constructor(settings: Settings) {
    this.#settings = settings
    if (settings.start === 'eager') this.#startWorkers(settings.workers)
  }

  /** Marks work done on behalf of a running execution, so that a nested one cannot deadlock it. */
  readonly enter = <Result>(work: () => Result): Result => this.#nesting.run(true, work)

  /** Queues an execution; it settles by itself. Throws the queue's fault at its bound. */
  submit(execution: Execution): void {
    if (this.#isDisposed) throw new ExecutorError('INTERNAL', SHUTTING_DOWN)
    const isNested = this.#nesting.getStore() === true
    if (this.#ready.length === 0 && this.#queue.length >= this.#settings.queueLimit && !isNested) {
      throw new QueueOverflowError(this.#settings.queueLimit)
    }
    // A nested execution goes first: the run that waits for it holds a worker meanwhile.
    if (isNested) this.#queue.unshift(execution)
    else this.#queue.push(execution)
    this.#startWorkers(isNested ? this.#busy + 1 : this.#settings.workers)
    this.#advance()
  }

  /** Takes a queued execution out again. */
  withdraw(execution: Execution): void {
    const index = this.#queue.indexOf(execution)
    if (index >= 0) this.#queue.splice(index, 1)
    this.#advance()
  }

  /** Keeps a worker that holds handles out of rotation. */
  retain(worker: Worker, retained: Retained): void {
    this.#occupied.set(retained, worker)
    this.#advance()
  }

  /** The handles are closed and their worker was killed; its exit brings a fresh one. */
  release(retained: Retained): void {
    this.#occupied.delete(retained)
    this.#advance()
  }

  /** Ends everything: queued work, running work, children. Resolves when no child is left. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    clearTimeout(this.#restart)
    for (const execution of this.#queue.splice(0)) {
      execution.fail(new ExecutorError('INTERNAL', SHUTTING_DOWN, { retryable: true }))
    }
    for (const execution of this.#running)
      execution.fail(new ExecutorError('INTERNAL', SHUTTING_DOWN))
    const workers = [...this.#workers]
    for (const worker of workers) worker.kill()
    this.#pulse.hold(true)
    await Promise.all(workers.map((worker) => worker.exited))
    this.#pulse.stop()
  }

  get #busy(): number {
    return this.#running.size + this.#occupied.size
  }

  #startWorkers(wanted: number): void {
    if (this.#isDisposed || this.#restart !== undefined) return
    while (this.#workers.size < wanted) this.#startWorker()
  }

  #startWorker(): void {
    const { execPath, execArgv, memoryLimit } = this.#settings
    const id = ++this.#lastWorkerId
    // The binary and its flags are the same for all: one proof is enough.
    const testsItself = !this.#wasTested
    this.#wasTested = true
    const worker = new Worker({
      id,
      settings: { execPath, execArgv, memoryLimit },
      testsItself,
      onReady: this.#onReady,
      onExit: this.#onExit,
    })
    this.#workers.add(worker)
  }

  readonly #onReady = (worker: Worker): void => {
    if (worker.runs >= this.#settings.runsPerWorker || this.#isSurplus()) worker.kill()
    else this.#ready.push(worker)
    this.#advance()
  }

  /** Workers beyond the number asked for were started for nested executions. */
  #isSurplus(): boolean {
    return (
      this.#workers.size - this.#occupied.size > this.#settings.workers && this.#queue.length === 0
    )
  }

  readonly #onExit = (worker: Worker, exit: ChildExit): void => {
    this.#workers.delete(worker)
    const index = this.#ready.indexOf(worker)
    if (index >= 0) this.#ready.splice(index, 1)
    if (this.#isDisposed) return
    if (!worker.wasReady) this.#onFailedStart(worker, exit)
    else if (this.#workers.size < this.#settings.workers) this.#startWorkers(this.#settings.workers)
    this.#advance()
  }

  #onFailedStart(worker: Worker, exit: ChildExit): void {
    // With no other worker alive nobody would ever serve the queue.
    const doomed = this.#workers.size === 0 ? this.#queue.splice(0) : []
    this.#wasTested = false
    for (const execution of doomed) execution.fail(startFault(worker.id, exit))
    clearTimeout(this.#restart)
    this.#restart = setTimeout(() => {
      this.#restart = undefined
      if (this.#queue.length > 0) this.#startWorkers(this.#settings.workers)
    }, RESTART_PAUSE_MS)
    this.#restart.unref()
  }

  /** Brings ready workers and waiting executions together. */
  #advance(): void {
    while (this.#queue.length > 0) {
      const worker = this.#ready.shift()
      if (worker === undefined) break
      const execution = this.#queue.shift()
      if (execution !== undefined) this.#run(execution, worker)
    }
    if (!this.#isDisposed) this.#pulse.hold(this.#queue.length > 0 || this.#busy > 0)
  }

  #run(execution: Execution, worker: Worker): void {
    this.#running.add(execution)
    const { onSettled } = execution
    execution.onSettled = (grant) => {
      this.#running.delete(execution)
      onSettled(grant)
      this.#advance()
    }
    execution.start(worker)
  }
}

const SHUTTING_DOWN = 'The pool is shutting down.'
