// The pool: executions that wait, workers that serve them, and nothing of what a run means. Workers
// that die are replaced; ready ones take the oldest execution that waits.

import { AsyncLocalStorage } from 'node:async_hooks'
import { ExecutorError, QueueOverflowError } from '@supolka/codemode-executor-protocol'
import type { ChildExitCause, ExecutorObserver } from '../observer.ts'
import type { Settings } from '../options.ts'
import type { ChildVersions, PoolReport } from '../report.ts'
import { Backoff } from './backoff.ts'
import { countWorkers } from './count-workers.ts'
import type { Execution } from './execution.ts'
import { startFault } from './exit-cause.ts'
import { Pulse } from './pulse.ts'
import { Queue } from './queue.ts'
import { Refill } from './refill.ts'
import type { Retained } from './retained.ts'
import { Worker, type ChildExit } from './worker.ts'

/** Workers beyond the number asked for that nested executions may start. */
const NESTED_WORKERS = 32

const SHUTTING_DOWN = 'The pool is shutting down.'
const DRAINING = 'The pool is draining and takes no new work.'

type Observer = Pick<Required<ExecutorObserver>, 'onChildExit'>

const drainingFault = (): ExecutorError =>
  new ExecutorError('INTERNAL', DRAINING, { retryable: true })

export class Pool {
  readonly #settings: Settings
  readonly #observer: Observer
  /** Every worker whose child is not known to be gone. */
  readonly #workers = new Set<Worker>()
  readonly #ready: Array<Worker> = []
  readonly #queue = new Queue()
  readonly #running = new Set<Execution>()
  /** Workers that hold handles, out of rotation until they are dead. */
  readonly #occupied = new Map<Retained, Worker>()
  /** Keeps this process alive while there is work, and looks at what runs. */
  readonly #pulse = new Pulse(() => {
    for (const execution of this.#running) execution.watch()
    for (const retained of this.#occupied.keys()) retained.watch()
  })
  readonly #backoff = new Backoff(() => this.#replenish())
  readonly #refill = new Refill(this.#ready)
  readonly #nesting = new AsyncLocalStorage<true>()
  #lastWorkerId = 0
  #hasStarted = false
  #wasTested = false
  #isDisposed = false
  #draining: Promise<void> | undefined
  /** Whoever drains waits for this: nothing runs and nothing nested waits. */
  #onRest: () => void = () => undefined
  #childVersions: ChildVersions | undefined

  constructor(settings: Settings, observer: Observer) {
    this.#settings = settings
    this.#observer = observer
    if (settings.start === 'eager') {
      this.#hasStarted = true
      this.#replenish()
    }
  }

  /** Marks work done on behalf of a running execution, so that a nested one cannot deadlock it. */
  readonly enter = <Result>(work: () => Result): Result => this.#nesting.run(true, work)

  /** Takes an execution, which settles by itself. Throws the fault of a full queue or a disposed pool. */
  submit(execution: Execution): void {
    const isNested = this.#nesting.getStore() === true
    if (this.#draining !== undefined && !isNested) throw drainingFault()
    if (this.#isDisposed) throw new ExecutorError('INTERNAL', SHUTTING_DOWN)
    if (isNested ? !this.#hasRoomForNested() : !this.#hasRoom()) {
      throw new QueueOverflowError(this.#settings.queueLimit)
    }
    this.#queue.add(execution, isNested)
    this.#hasStarted = true
    this.#advance()
  }

  /** Takes a waiting execution out again. */
  withdraw(execution: Execution): void {
    this.#queue.remove(execution)
    this.#advance()
  }

  /** Keeps a worker that holds handles out of rotation. */
  retain(worker: Worker, retained: Retained): void {
    this.#occupied.set(retained, worker)
    this.#advance()
  }

  /** The handles are closed and their worker was killed. */
  release(retained: Retained): void {
    this.#occupied.delete(retained)
    this.#advance()
  }

  /** Versions that the children said they run on, once one has. */
  get childVersions(): ChildVersions | undefined {
    return this.#childVersions
  }

  /** What goes on right now. */
  report(): PoolReport {
    const workers = countWorkers(this.#workers, new Set(this.#occupied.values()))
    const isDraining = this.#draining !== undefined || this.#isDisposed

    return { queueDepth: this.#queue.length, workers, isDraining }
  }

  /**
   * Refuses what waits and what comes, except for what runs already and what that nests. Resolves when
   * nothing of it is left; handles stay, and only their invocations of now are waited for. Idempotent.
   */
  drain(): Promise<void> {
    // A step later, so that an observer that drains in turn gets this very promise.
    this.#draining ??= Promise.resolve().then(() => this.#drain())

    return this.#draining
  }

  /** Ends everything: waiting work, running work, children. Resolves when no child is left. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    this.#backoff.stop()
    this.#refill.stop()
    for (const execution of this.#queue.takeAll()) {
      execution.fail(new ExecutorError('INTERNAL', SHUTTING_DOWN, { retryable: true }))
    }
    for (const execution of this.#running) {
      execution.fail(new ExecutorError('INTERNAL', SHUTTING_DOWN), 'disposed')
    }
    const workers = [...this.#workers]
    for (const worker of workers) worker.kill('disposed')
    this.#pulse.hold(true)
    await Promise.all(workers.map((worker) => worker.exited))
    this.#pulse.stop()
  }

  async #drain(): Promise<void> {
    for (const execution of this.#queue.takePlain()) execution.fail(drainingFault())
    await this.#rested()
    await Promise.all([...this.#occupied.keys()].map((retained) => retained.rested()))
    // What those invocations nested.
    await this.#rested()
  }

  #rested(): Promise<void> {
    return new Promise((resolve) => {
      this.#onRest = resolve
      if (this.#isAtRest) resolve()
    })
  }

  get #isAtRest(): boolean {
    return this.#running.size === 0 && this.#queue.nestedLength === 0
  }

  get #busy(): number {
    return this.#running.size + this.#occupied.size
  }

  /** Workers that run, hold handles, rest, start or wait; not the ones that are as good as dead. */
  get #living(): number {
    let count = 0
    for (const worker of this.#workers) if (!worker.isDoomed) count += 1

    return count
  }

  /** What free workers will take does not count as waiting. */
  #hasRoom(): boolean {
    const free = Math.max(0, this.#settings.workers - this.#busy)

    return this.#queue.length < this.#settings.queueLimit + free
  }

  #hasRoomForNested(): boolean {
    return this.#busy + this.#queue.nestedLength < this.#settings.workers + NESTED_WORKERS
  }

  /** How many workers there should be: a nested execution needs one beside those that wait for it. */
  #wanted(): number {
    const { nestedLength } = this.#queue
    const base = this.#hasStarted && this.#draining === undefined ? this.#settings.workers : 0

    return nestedLength > 0 ? Math.max(base, this.#busy + nestedLength) : base
  }

  /** Brings the number of workers up to what is wanted. */
  #replenish(): void {
    if (this.#isDisposed || this.#backoff.isPausing) return
    for (let missing = this.#wanted() - this.#living; missing > 0; missing -= 1) {
      if (!this.#startWorker()) return
    }
  }

  #startWorker(): boolean {
    const { execPath, execArgv, memoryLimit, webAssembly } = this.#settings
    const id = ++this.#lastWorkerId
    try {
      const worker = new Worker({
        id,
        settings: { execPath, execArgv, memoryLimit, webAssembly },
        // The binary and its flags are the same for all: one proof is enough.
        testsItself: !this.#wasTested,
        onReady: this.#onReady,
        onExit: this.#onExit,
      })
      this.#workers.add(worker)
    } catch (error) {
      // The system refused the process outright: no permission, no memory, no descriptors.
      const exit = { code: null, signal: null, lastWords: String(error) }
      this.#observer.onChildExit({ workerId: id, cause: 'failed-start', ...exit })
      this.#onFailedStart(id, exit)

      return false
    }
    this.#wasTested = true

    return true
  }

  readonly #onReady = (worker: Worker, versions: ChildVersions): void => {
    // The first child says so before it runs any program.
    this.#childVersions ??= versions
    if (worker.runs > 0) this.#backoff.reset()
    const isSurplus = this.#living > Math.max(this.#wanted(), this.#settings.workers)
    if (worker.runs >= this.#settings.runsPerWorker) worker.kill('recycled')
    else if (isSurplus) worker.kill('surplus')
    else this.#ready.push(worker)
    this.#advance()
  }

  readonly #onExit = (worker: Worker, exit: ChildExit, cause: ChildExitCause): void => {
    this.#workers.delete(worker)
    this.#observer.onChildExit({ workerId: worker.id, cause, ...exit })
    const index = this.#ready.indexOf(worker)
    if (index >= 0) this.#ready.splice(index, 1)
    if (this.#isDisposed) return
    if (!worker.wasReady) this.#onFailedStart(worker.id, exit)
    // A child that dies while nothing runs in it would die again at once: not so fast.
    else if (index >= 0 || worker.isPreparing) this.#backoff.pause()
    this.#advance()
  }

  #onFailedStart(workerId: number, exit: ChildExit): void {
    this.#wasTested = false
    this.#backoff.pause()
    // With no other worker alive nobody would ever serve what waits.
    if (this.#living > 0) return
    for (const execution of this.#queue.takeAll()) execution.fail(startFault(workerId, exit))
  }

  /** Brings ready workers and waiting executions together, and orders what is missing. */
  #advance(): void {
    while (this.#queue.length > 0) {
      // The one that served last: after a pause it is the one whose caches are least cold.
      const worker = this.#ready.pop()
      if (worker === undefined) break
      if (worker.isDoomed) continue
      const execution = this.#queue.take()
      if (execution !== undefined) this.#run(execution, worker)
    }
    this.#replenish()
    if (this.#isAtRest) this.#onRest()
    if (this.#isDisposed) return
    this.#pulse.hold(this.#queue.length > 0 || this.#busy > 0)
    if (this.#isAtRest && this.#draining === undefined) this.#refill.start()
    else this.#refill.stop()
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
