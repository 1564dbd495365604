// Native fetch on the host side: policy, a free slot, one exchange, a decoded response.

import type {
  OutboundRequestMessage,
  OutboundResponseMessage,
} from '@supolka/codemode-executor-protocol'
import type { Dispatcher } from 'undici'
import { createBodyCollector } from './body-collector.ts'
import type { ByteBudget } from './body-collector.ts'
import { createConnections } from './connections.ts'
import type { Connections } from './connections.ts'
import { createDialer } from './dialer.ts'
import type { Connect, Resolver } from './dialer.ts'
import { exchange } from './exchange.ts'
import type { WireResponse } from './exchange.ts'
import { explainFailure, OutboundFailedError } from './failures.ts'
import { createOutboundChecks } from './policy.ts'
import type { OutboundPolicy } from './policy.ts'
import { prepareRequest } from './request.ts'
import type { WireRequest } from './request.ts'
import { finishResponse } from './response.ts'
import { createSlots } from './slots.ts'

/** Performs the requests of runs whose outbound mode is native. */
export type NativeOutbound = {
  /**
   * Performs one exchange. Redirects are never followed here: the sandbox follows them, so that
   * the policy sees each URL. Rejects with a TypeError whose message is for the model.
   */
  fetch(request: OutboundRequestMessage, signal: AbortSignal): Promise<OutboundResponseMessage>
  /** Ends every exchange and destroys every socket; after it nothing is left open. */
  close(): Promise<void>
}

/** `maxResponseBytes` bounds a body as it comes and again as it is decoded. */
export type NativeOutboundOptions = {
  policy?: OutboundPolicy
  maxResponseBytes: number
  resolve?: Resolver
  connect?: Connect
}

/** How many exchanges one executor performs at a time. The rest wait in order. */
const MOST_EXCHANGES = 128
/** How many bodies are decoded at a time, since each decoder holds memory that the sender picks. */
const MOST_DECODES = 8
/** How many bodies of full size all exchanges together may hold while they arrive. */
const FULL_BODIES = 16

/** Makes native fetch. A wrong policy throws at once; nothing else is loaded before the first use. */
export function createNativeOutbound(options: NativeOutboundOptions): NativeOutbound {
  const { policy, maxResponseBytes: bound, resolve, connect } = options
  const checks = createOutboundChecks(policy)
  const connections = createConnections(createDialer({ checks, resolve, connect }))
  const exchanges = createSlots(MOST_EXCHANGES)
  const decodes = createSlots(MOST_DECODES)
  const budget: ByteBudget = { left: FULL_BODIES * bound }
  let closed = false

  const perform = async (
    request: WireRequest,
    signal: AbortSignal,
  ): Promise<OutboundResponseMessage> => {
    const release = await exchanges.take(signal)
    const collector = createBodyCollector(bound, budget)
    try {
      const response = await withConnection(connections, request, signal, (dispatcher) =>
        exchange(request, { dispatcher, collector, bound }),
      )
      const finishDecode = await decodes.take(signal)
      try {
        return await finishResponse(request, response, bound)
      } finally {
        finishDecode()
      }
    } finally {
      collector.dispose()
      release()
    }
  }

  return {
    fetch: async (message, signal) => {
      const request = prepareRequest(message, checks)
      try {
        return await perform(request, signal)
      } catch (error) {
        if (signal.aborted || closed) {
          throw new OutboundFailedError(request.host, signal.aborted ? 'aborted' : 'closed')
        }
        throw explainFailure(request.host, error)
      }
    },
    close: async () => {
      closed = true
      await connections.close()
    },
  }
}

/** Lends a connection to `use`. It is destroyed, at once, when the signal fires or `use` fails. */
async function withConnection(
  connections: Connections,
  { origin }: WireRequest,
  signal: AbortSignal,
  use: (dispatcher: Dispatcher) => Promise<WireResponse>,
): Promise<WireResponse> {
  // It may have fired while the exchange waited for its slot.
  signal.throwIfAborted()
  const connection = connections.acquire(origin)
  const abort = (): void => void connection.destroy()
  signal.addEventListener('abort', abort, { once: true })
  try {
    const response = await use(connection.dispatcher)
    connection.release()
    return response
  } catch (error) {
    void connection.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
