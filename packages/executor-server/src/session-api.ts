// The contract's RPC surface for one session. Only the four methods are here: everything that hangs on
// this object's prototype can be called by a peer.

import type { InProcessExecutor } from '@supolka/codemode-executor'
import {
  PROTOCOL_VERSION,
  type ExecuteCallOptions,
  type ExecuteRequest,
  type ExecuteResultMessage,
  type ExecutorApi,
  type OutboundFetchFn,
  type OutboundMode,
  type OutboundRequestMessage,
  type OutboundResponseMessage,
  type ToolDispatchFn,
} from '@supolka/codemode-executor-protocol'
import { RpcTarget } from 'capnweb'
import { lendStubs } from './lend-stubs.ts'
import type { LentOutbounds } from './lent-outbounds.ts'
import { checkOutcomeSize, checkResponseSize } from './measure-answer.ts'
import { readCall, type ReceivedCall } from './read-call.ts'
import type { SessionCalls } from './session-calls.ts'
import { letGo } from './stubs.ts'
import { factsOf, type Spans } from './spans.ts'

/** What sessions share. */
export type SessionContext = {
  executor: InProcessExecutor
  lentOutbounds: LentOutbounds
  spans: Spans
  nativeOutbound: boolean
  maxCallsInFlight: number
  responseLimit: number
  /** Hears the text of each program; absent unless the operator asked for that. */
  onProgram: ((code: string) => void) | undefined
}

export class SessionApi extends RpcTarget implements ExecutorApi {
  readonly #context: SessionContext
  readonly #calls: SessionCalls

  constructor(context: SessionContext, calls: SessionCalls) {
    super()
    this.#context = context
    this.#calls = calls
  }

  async protocolVersion(): Promise<number> {
    return PROTOCOL_VERSION
  }

  // The contract gives the call its six arguments.
  // oxlint-disable-next-line eslint/max-params
  async execute(
    code: string,
    providers: ExecuteRequest['providers'] & object,
    options: ExecuteCallOptions,
    dispatch: ToolDispatchFn | null,
    outboundMode: OutboundMode,
    outbound?: OutboundFetchFn,
  ): Promise<ExecuteResultMessage> {
    const call = { code, providers, options, dispatch, outboundMode, outbound }
    if (typeof code === 'string') this.#context.onProgram?.(code)

    return this.#calls.run((controller) => this.#execute(call, controller))
  }

  async invokeHandle(
    executionId: string,
    handleName: string,
    request: OutboundRequestMessage,
  ): Promise<OutboundResponseMessage> {
    const { executor, responseLimit, spans } = this.#context

    return this.#calls.run(() =>
      spans.run('codemode.invoke_handle', {}, async (add) => {
        const response = await executor.invokeHandle(executionId, handleName, request)
        // A name that a peer made up, however long, is kept out of spans.
        add({ executionId })
        checkResponseSize(response, responseLimit)

        return response
      }),
    )
  }

  async closeHandles(executionId: string): Promise<void> {
    await this.#calls.run(() => this.#context.executor.closeHandles(executionId))
  }

  async #execute(call: ReceivedCall, controller: AbortController): Promise<ExecuteResultMessage> {
    const { nativeOutbound } = this.#context
    const read = readCall(call, { nativeOutbound, signal: controller.signal })
    const stopListening = listenForAbort(call.options, controller)
    try {
      return await this.#runLent(read, call.options.nested === true)
    } finally {
      stopListening()
    }
  }

  async #runLent(read: ExecuteRequest, asksForNesting: boolean): Promise<ExecuteResultMessage> {
    const { request, settle } = lendStubs(read, this.#calls, this.#context.lentOutbounds)
    let executionId: string | undefined
    try {
      const message = await this.#run(request, asksForNesting)
      executionId = message.executionId

      return message
    } finally {
      settle(executionId)
    }
  }

  async #run(request: ExecuteRequest, asksForNesting: boolean): Promise<ExecuteResultMessage> {
    const { executor, responseLimit, spans } = this.#context
    // Only while a function of this peer is at work can one of its calls come out of one.
    const isNested = asksForNesting && this.#calls.hasHostWaits
    const facts = { codeBytes: Buffer.byteLength(request.code) }

    return spans.run('codemode.execute', facts, async (add) => {
      const execute = (): Promise<ExecuteResultMessage> => executor.executeMessage(request)
      const message = await (isNested ? executor.nest(execute) : execute())
      add(factsOf(message))
      try {
        checkOutcomeSize(message, responseLimit)
      } catch (fault) {
        // Nobody will learn the name of what was granted.
        if (message.executionId !== undefined) await executor.closeHandles(message.executionId)
        throw fault
      }

      return message
    })
  }
}

/** Aborts the run when the caller does. The answer that is waited for is let go of at the end. */
function listenForAbort({ signal }: ExecuteCallOptions, controller: AbortController): () => void {
  if (signal === undefined) return () => undefined
  const fired = signal()
  void abortWhen(fired, controller)

  return () => letGo(fired)
}

async function abortWhen(fired: Promise<boolean>, controller: AbortController): Promise<void> {
  try {
    const hasFired: unknown = await fired
    if (hasFired === true) controller.abort()
  } catch {
    // The session is over, which aborts the run by itself, or the run is, and nobody listens.
  }
}
