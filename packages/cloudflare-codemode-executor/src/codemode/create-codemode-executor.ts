// The way in: an executor of ours as one of `@cloudflare/codemode`.

import {
  checkRecord,
  checkText,
  type Executor,
  type ProviderDescriptor,
} from '@supolka/codemode-executor-protocol'
import { refuseNames } from './check-names.ts'
import { readCodemodeOptions, type CodemodeExecutorOptions } from './codemode-options.ts'
import type {
  CodemodeConnector,
  CodemodeExecutor,
  CodemodeProvider,
  CodemodeResult,
  CodemodeTool,
} from './dialect.ts'
import { MAKER_SOURCE, NAMESPACE_MAKER, namespaceSource } from './namespace-source.ts'
import { normalizeCode } from './normalize/normalize-code.ts'
import { readResult } from './read-result.ts'
import { serveCalls, type Namespaces } from './tool-calls.ts'
import { tabulateTools, type ToolTable } from './tool-table.ts'

const OWN_NAMES: ReadonlySet<string> = new Set([NAMESPACE_MAKER])

/**
 * An `Executor` of `@cloudflare/codemode` that runs its programs on `executor`, in this process or on a
 * server. It resolves for everything that is the program's doing; what breaks under a run rejects, as
 * the same fault that `executor` rejects with. Throws TypeError or RangeError for a wrong option. It
 * holds nothing to dispose: whoever made `executor` disposes that.
 */
export function createCodemodeExecutor(
  executor: Executor,
  options?: CodemodeExecutorOptions,
): CodemodeExecutor {
  checkRecord(executor, 'argument "executor"')
  const { typescript, request } = readCodemodeOptions(options)

  return {
    async execute(code, providersOrFns, executeOptions) {
      checkText(code, 'argument "code"')
      const providers = readProviders(providersOrFns)
      const connectors = executeOptions?.connectors ?? []
      const scope = openScope(providers, connectors)
      if ('refusal' in scope) return { result: undefined, error: scope.refusal }
      const program = await normalizeCode(code, { typescript })
      if ('refusal' in program) return refused(program.refusal)
      const calls = serveCalls(scope.namespaces)
      try {
        const outcome = await executor.execute({
          ...request,
          code: program.code,
          providers: scope.descriptors,
          dispatch: calls.dispatch,
        })

        return readResult(outcome, program)
      } finally {
        calls.end()
      }
    },
  }
}

const refused = (error: string): CodemodeResult => ({ result: undefined, error, logs: [] })

/** A record of tools is how the dialect was called once: the namespace `codemode`. */
function readProviders(
  providersOrFns: Array<CodemodeProvider> | Record<string, CodemodeTool>,
): Array<CodemodeProvider> {
  if (Array.isArray(providersOrFns)) return providersOrFns
  checkRecord(providersOrFns, 'argument "providersOrFns"')

  return [{ name: 'codemode', fns: providersOrFns }]
}

type Scope = { namespaces: Namespaces; descriptors: Array<ProviderDescriptor> }

/** What the program's names stand for, or the text for names that cannot be. */
function openScope(
  providers: Array<CodemodeProvider>,
  connectors: Array<CodemodeConnector>,
): Scope | { refusal: string } {
  const refusal = refuseNames(providers, connectors, OWN_NAMES)
  if (refusal !== undefined) return { refusal }
  const descriptors: Array<ProviderDescriptor> = [
    { name: NAMESPACE_MAKER, tools: [], proxySource: MAKER_SOURCE },
  ]
  const tools = new Map<string, ToolTable>()
  for (const provider of providers) {
    const table = tabulateTools(provider)
    if (typeof table === 'string') return { refusal: table }
    tools.set(provider.name, table)
    descriptors.push(describeProvider(provider, table))
  }
  descriptors.push(...connectors.map(describeConnector))
  const bindings = new Map(connectors.map(({ name, binding }) => [name, binding]))

  return { namespaces: { tools, connectors: bindings }, descriptors }
}

function describeProvider(
  { name, prelude }: CodemodeProvider,
  table: ToolTable,
): ProviderDescriptor {
  const tools = [...table.keys()]

  return { name, tools, prelude, proxySource: namespaceSource(name, tools) }
}

/** Only the first argument of a call crosses. */
function describeConnector({ name }: CodemodeConnector): ProviderDescriptor {
  return { name, tools: [], proxySource: namespaceSource(name, [], 1) }
}
