// One request in the shape of the wire, or the text of the failure that kept it from being one.

import {
  copyProvider,
  fitsInJson,
  groupDigits,
  MESSAGE_LIMIT,
  MESSAGE_VALUES_LIMIT,
  normalizeModules,
  outboundModeOf,
  validateProviders,
  sizeInJson,
  type ExecuteCallOptions,
  type ExecuteRequest,
  type ModuleMap,
  type OutboundMode,
  type ProviderDescriptor,
} from '@supolka/codemode-executor-protocol'

/** The part of a call that is data; the caller's functions cross beside it. */
export type ComposedCall = {
  code: string
  providers: Array<ProviderDescriptor>
  options: ExecuteCallOptions
  outboundMode: OutboundMode
}

/** What a message needs beside the texts of a request, in bytes. */
const ENVELOPE_ALLOWANCE = 1_024

/** The most bytes of a request's texts as they go on the wire. */
export const REQUEST_BOUND: number = MESSAGE_LIMIT - ENVELOPE_ALLOWANCE

/** What a message holds beside the texts of a request, in values of two. */
const ENVELOPE_VALUES = 1_000

/** The most texts of one message: each is two of the values that a server reads, with what stands around it. */
export const TEXTS_BOUND: number = MESSAGE_VALUES_LIMIT / 2 - ENVELOPE_VALUES

/**
 * Composes a call of a request that was checked. Answers `failure` for providers and modules that no
 * program can run under; throws RangeError for a request that fits in no message.
 */
export function composeCall(request: ExecuteRequest): ComposedCall | { failure: string } {
  const { code, modules, timeout, countHostWaits, retainHandles } = request
  const options: ExecuteCallOptions = {}
  const providers = (request.providers ?? []).map(copyProvider)
  try {
    validateProviders(providers)
    if (modules !== undefined) options.modules = pairsOf(modules)
  } catch (failure) {
    return { failure: failure instanceof Error ? failure.message : String(failure) }
  }
  if (timeout !== undefined) options.timeout = timeout
  if (countHostWaits !== undefined) options.countHostWaits = countHostWaits
  if (retainHandles !== undefined) options.retainHandles = retainHandles
  checkSize([code, ...textsOf(providers), ...(options.modules ?? []).flat()])

  return { code, providers, options, outboundMode: outboundModeOf(request.outbound) }
}

/** A name that starts with `./` would lose that part once more on the other side. */
function pairsOf(modules: ModuleMap): Array<[name: string, source: string]> {
  return [...normalizeModules(modules)].map(([name, source]) => [
    name.startsWith('./') ? `./${name}` : name,
    source,
  ])
}

function textsOf(providers: Array<ProviderDescriptor>): Array<string> {
  return providers.flatMap(({ name, tools, prelude = '', proxySource = '' }) => [
    name,
    ...tools,
    prelude,
    proxySource,
  ])
}

/**
 * Throws RangeError when the texts, beside `bytes` of something else, fit in no message: past it the
 * server would drop the session, and with it every other call.
 */
export function checkSize(texts: Array<string>, bytes = 0): void {
  if (texts.length > TEXTS_BOUND) {
    throw new RangeError(
      `The request has ${groupDigits(texts.length)} names and texts, and at most ` +
        `${groupDigits(TEXTS_BOUND)} fit in one message.`,
    )
  }
  if (fitsInJson(texts, REQUEST_BOUND - bytes)) return
  throw new RangeError(
    `The request is ${groupDigits(sizeInJson(texts) + bytes)} bytes on the wire, and at most ` +
      `${groupDigits(REQUEST_BOUND)} fit in one message.`,
  )
}
