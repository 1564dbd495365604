// The remote executor: the contract's four calls over a link, with every fault rebuilt on this side.

import {
  checkExecuteRequest,
  checkOutboundRequest,
  checkText,
  ExecutionAbortedError,
  ExecutorError,
  readOutcome,
  rehydrateExecutorError,
  type ExecuteRequest,
  type ExecuteResult,
  type ExecuteResultMessage,
  type Executor,
  type ExecutorApi,
  type OutboundRequestMessage,
  type OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'
import type { RpcStub } from 'capnweb'
import { watchAbort, type AbortWatch } from './abort-watch.ts'
import { checkSize, composeCall, type ComposedCall } from './compose-call.ts'
import type { ConnectSettings } from './connect-options.ts'
import { brokenFault, closedFault } from './connection-faults.ts'
import { lendFunctions, type LentFunctions } from './lent-functions.ts'
import type { Link } from './link.ts'
import { createNesting } from './nesting.ts'
import { ReplicaLinks, replicaOf } from './replica-links.ts'
import type { Session } from './session.ts'

/**
 * An executor on a server. A broken connection ends the calls that were open on it with
 * `CONNECTION_BROKEN`, and the next call opens another; nothing is sent twice. `await using` disposes
 * it: what is open then rejects, and handles stay with the server until they close there.
 */
export interface RemoteExecutor extends Executor, AsyncDisposable {
  /** Where it is connected. */
  readonly url: string
}

const ABORTED = new ExecutionAbortedError().message

const NO_USAGE = { wallMs: 0, guestMs: 0, toolCalls: 0, peakHeapBytes: 0 }

type Api = RpcStub<ExecutorApi>

/** An execution as a call sees it that comes out of one of its tools. */
type OuterExecution = { readonly session: Session; isOpen: boolean }

export class LinkedExecutor implements RemoteExecutor {
  readonly url: string
  readonly #link: Link
  readonly #replicas: ReplicaLinks
  readonly #nesting = createNesting<OuterExecution>()
  #disposal: Promise<void> | undefined

  constructor(url: string, link: Link, settings: ConnectSettings) {
    this.url = url
    this.#link = link
    this.#replicas = new ReplicaLinks(link, settings)
  }

  async execute(request: ExecuteRequest): Promise<ExecuteResult> {
    checkExecuteRequest(request)
    const call = composeCall(request)
    if ('failure' in call) return failed(call.failure)
    if (isAborted(request)) return failed(ABORTED)
    const abort = watchAbort(request.signal)
    try {
      const { outer } = this.#nesting
      const session = await Promise.race([this.#sessionFor(outer), abort.fired])
      // It fired while a session was opened: nothing has run yet, and nothing will.
      if (typeof session === 'boolean' || isAborted(request)) return failed(ABORTED)
      if (outer !== undefined) call.options.nested = true

      return await this.#execute(request, call, { session, abort })
    } finally {
      abort.end()
    }
  }

  async invokeHandle(
    executionId: string,
    handleName: string,
    request: OutboundRequestMessage,
  ): Promise<OutboundResponseMessage> {
    checkText(executionId, 'argument "executionId"')
    checkText(handleName, 'argument "handleName"')
    checkOutboundRequest(request)
    const { method, url, headers, body } = request
    const digits = body === null ? 0 : Math.ceil(body.byteLength / 3) * 4
    checkSize([method, url, ...headers.flat()], digits)

    return this.#call(executionId, async (api) => {
      // Only what the contract names crosses; nothing else of a caller's object does.
      const message = { method, url, headers, body }
      using response = await api.invokeHandle(executionId, handleName, message)
      const { status, statusText, headers: answered, body: bytes } = response

      return { status, statusText, headers: answered, body: bytes }
    })
  }

  async closeHandles(executionId: string): Promise<void> {
    checkText(executionId, 'argument "executionId"')
    await this.#call(executionId, async (api) => {
      await api.closeHandles(executionId)
    })
  }

  dispose(): Promise<void> {
    this.#disposal ??= Promise.all([this.#link.close(), this.#replicas.close()]).then(
      () => undefined,
    )

    return this.#disposal
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose()
  }

  /** A tool's own execution goes where the tool is waited for: there it cannot wait behind it. */
  #sessionFor(outer: OuterExecution | undefined): Promise<Session> {
    if (outer?.isOpen === true && outer.session.end === undefined) {
      return Promise.resolve(outer.session)
    }

    return this.#nesting.leave(() => this.#link.session())
  }

  async #execute(
    request: ExecuteRequest,
    call: ComposedCall,
    { session, abort }: { session: Session; abort: AbortWatch },
  ): Promise<ExecuteResult> {
    const execution: OuterExecution = { session, isOpen: true }
    const lent = lendFunctions(request, {
      abort,
      enter: (work) => this.#nesting.enter(execution, work),
    })
    try {
      return await session.use((api) => this.#read(session, send(api, call, lent)))
    } catch (failure) {
      throw this.#faultOf(failure, session, lent.dispatched)
    } finally {
      execution.isOpen = false
      lent.end()
    }
  }

  async #read(
    session: Session,
    answer: Promise<ExecuteResultMessage & Disposable>,
  ): Promise<ExecuteResult> {
    using message = await answer
    const { executionId } = message
    if (executionId !== undefined) session.replica = replicaOf(executionId)

    return readOutcome(message)
  }

  async #call<Result>(executionId: string, work: (api: Api) => Promise<Result>): Promise<Result> {
    if (this.#disposal !== undefined) throw closedFault()
    const session = await this.#nesting.leave(() => this.#replicas.session(executionId))
    try {
      return await session.use(work)
    } catch (failure) {
      throw this.#faultOf(failure, session)
    }
  }

  /** What a call rejects with: the server's fault, the connection's, or a plain error as it came. */
  #faultOf(failure: unknown, session: Session, dispatched?: number): unknown {
    const fault = rehydrateExecutorError(failure)
    if (fault instanceof ExecutorError) {
      // A server that shuts down says so of every further call: the next one goes elsewhere.
      if (fault.code === 'INTERNAL' && fault.retryable) this.#link.retire(session)

      return fault
    }
    if (this.#disposal !== undefined) return closedFault(dispatched)

    return session.end === undefined
      ? failure
      : brokenFault(this.url, session.end.reason, dispatched)
  }
}

const isAborted = ({ signal }: ExecuteRequest): boolean => signal?.aborted === true

function failed(error: string): ExecuteResult {
  return readOutcome({ error, logs: [], usage: NO_USAGE })
}

function send(
  api: Api,
  { code, providers, options, outboundMode }: ComposedCall,
  { dispatch, outbound, options: lentOptions }: LentFunctions,
): Promise<ExecuteResultMessage & Disposable> {
  const allOptions = { ...options, ...lentOptions }

  return outbound === undefined
    ? api.execute(code, providers, allOptions, dispatch, outboundMode)
    : api.execute(code, providers, allOptions, dispatch, outboundMode, outbound)
}
