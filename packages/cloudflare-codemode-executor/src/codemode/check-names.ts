// The names of namespaces that the dialect refuses, in its own words and in its own order. What else no
// program could declare is refused by the executor.

import type { CodemodeConnector, CodemodeProvider } from './dialect.ts'

const RESERVED: ReadonlySet<string> = new Set(
  (
    '__dispatchers __connectors __logs __CODEMODE_BINARY_TAG __bytesToBase64 __base64ToBytes ' +
    '__encodeCodemodeValue __decodeCodemodeValue __stringifyForCodemode __parseForCodemode ' +
    'WorkerEntrypoint CodeExecutor Promise setTimeout Error console'
  ).split(' '),
)

const IDENTIFIER = /^[a-zA-Z_$][a-zA-Z0-9_$]*$/

/** What is wrong with the names, or nothing. `own` are names that the adapter declares itself. */
export function refuseNames(
  providers: ReadonlyArray<CodemodeProvider>,
  connectors: ReadonlyArray<CodemodeConnector>,
  own: ReadonlySet<string>,
): string | undefined {
  const taken = new Set<string>()
  for (const { name } of providers) {
    const refusal = refuseName('Provider', name, own)
    if (refusal !== undefined) return refusal
    if (taken.has(name)) return `Duplicate provider name "${name}"`
    taken.add(name)
  }
  for (const { name } of connectors) {
    const refusal = refuseName('Connector', name, own)
    if (refusal !== undefined) return refusal
    if (taken.has(name)) return `Duplicate name "${name}" (connector clashes with provider)`
    taken.add(name)
  }

  return undefined
}

function refuseName(kind: string, name: string, own: ReadonlySet<string>): string | undefined {
  if (RESERVED.has(name) || own.has(name)) return `${kind} name "${name}" is reserved`

  return IDENTIFIER.test(name)
    ? undefined
    : `${kind} name "${name}" is not a valid JavaScript identifier`
}
