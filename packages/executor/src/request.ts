// One request, read once on entry: the caller's mistakes throw, the program's own (a provider name, a
// module map that cannot be one) become the text of a failed run.

import {
  checkExecuteRequest,
  copyProvider,
  normalizeModules,
  outboundModeOf,
  validateProviders,
  type AbortSignalLike,
  type ExecuteRequest,
  type LogLine,
  type OutboundFetchFn,
  type ToolDispatchFn,
} from '@supolka/codemode-executor-protocol'
import type { RunMessage } from './channel/messages.ts'
import type { Settings } from './options.ts'

/** What the host keeps of a request, and what it sends to the child. */
export type PreparedRequest = {
  message: RunMessage
  dispatch: ToolDispatchFn | undefined
  outbound: OutboundFetchFn | undefined
  signal: AbortSignalLike | undefined
  onLog: ((line: LogLine) => void) | undefined
}

/**
 * Reads a request against the executor's defaults. Throws TypeError or RangeError for a field that is
 * not what the contract says; answers `failure` for a request that no program can run under.
 */
export function readRequest(
  request: ExecuteRequest,
  settings: Settings,
): PreparedRequest | { failure: string } {
  checkExecuteRequest(request)
  const { providers = [], outbound = settings.outbound } = request
  let modules: Map<string, string>
  try {
    validateProviders(providers)
    modules = normalizeModules(request.modules ?? settings.modules)
  } catch (failure) {
    return { failure: failure instanceof Error ? failure.message : String(failure) }
  }

  return {
    message: {
      type: 'run',
      code: request.code,
      providers: providers.map(copyProvider),
      modules: [...modules],
      timeout: timeoutOf(request, settings),
      countHostWaits: request.countHostWaits ?? settings.countHostWaits,
      outboundMode: outboundModeOf(outbound),
      maxRedirects: maxRedirectsOf(outbound, settings),
      retainHandles: request.retainHandles ?? false,
    },
    dispatch: request.dispatch,
    outbound: outbound ?? undefined,
    signal: request.signal,
    onLog: request.onLog,
  }
}

function timeoutOf({ timeout }: ExecuteRequest, settings: Settings): number {
  if (timeout === undefined) return settings.timeout

  return Math.min(timeout ?? settings.maxTimeout, settings.maxTimeout)
}

/** The Fetch standard's own number, where no policy governs the requests. */
const MAX_REDIRECTS = 20

function maxRedirectsOf(
  outbound: OutboundFetchFn | null | undefined,
  { outboundPolicy }: Settings,
): number {
  return (outbound === undefined ? outboundPolicy?.maxRedirects : undefined) ?? MAX_REDIRECTS
}
