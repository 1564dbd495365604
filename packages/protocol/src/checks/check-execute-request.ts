// The check of a request that a caller hands to an executor: every field the contract names.

import type { ExecuteRequest } from '../executor.ts'
import { isRecord } from '../primordials.ts'
import type { ProviderDescriptor } from '../provider.ts'
import {
  checkArgument,
  checkFlag,
  checkFunction,
  checkList,
  checkNumber,
  checkRecord,
  checkText,
  checkTexts,
} from './check-argument.ts'

const optional = (value: unknown, check: () => void): void => {
  if (value !== undefined) check()
}

/**
 * Proves a request. Throws TypeError or RangeError for a field that is not what the contract says,
 * naming the field, what was expected and what came. Names of providers and the module map are not
 * looked at: what is wrong with those is the program's failure, not the caller's.
 */
export function checkExecuteRequest(request: ExecuteRequest): void {
  checkRecord(request, 'request')
  checkText(request.code, 'field "code"')
  const { providers, dispatch, modules, timeout, countHostWaits, retainHandles, signal, onLog } =
    request
  optional(providers, () => checkProviders(providers))
  optional(dispatch, () => checkFunction(dispatch, 'field "dispatch"'))
  optional(modules, () => checkRecord(modules, 'field "modules"'))
  optional(timeout ?? undefined, () => {
    checkNumber(timeout, 'field "timeout"', { moreThan: 0, orNull: true })
  })
  optional(countHostWaits, () => checkFlag(countHostWaits, 'field "countHostWaits"'))
  optional(retainHandles, () => checkFlag(retainHandles, 'field "retainHandles"'))
  optional(request.outbound ?? undefined, () => checkFunction(request.outbound, 'field "outbound"'))
  optional(signal, () => checkSignal(signal))
  optional(onLog, () => checkFunction(onLog, 'field "onLog"'))
}

function checkSignal(signal: unknown): void {
  const isSignal =
    isRecord(signal) &&
    typeof signal['aborted'] === 'boolean' &&
    typeof signal['addEventListener'] === 'function'
  checkArgument(isSignal, 'field "signal"', 'an AbortSignal', signal)
}

function checkProviders(providers: unknown): void {
  checkList<ProviderDescriptor>(providers, 'field "providers"')
  for (const [index, provider] of providers.entries()) {
    const field = `field "providers[${index}]"`
    checkRecord(provider, field)
    checkTexts(provider.tools, `${field} member "tools"`)
    optional(provider.positionalArgs, () =>
      checkFlag(provider.positionalArgs, `${field} member "positionalArgs"`),
    )
    optional(provider.prelude, () => checkText(provider.prelude, `${field} member "prelude"`))
    optional(provider.proxySource, () =>
      checkText(provider.proxySource, `${field} member "proxySource"`),
    )
  }
}
