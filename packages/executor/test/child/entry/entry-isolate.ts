// Runs composed entries in a real isolate, against a stub of the runtime module that records what
// the entry does.

import ivm from 'isolated-vm'

import { composeEntry, ENTRY_FILE_NAME } from '../../../src/child/entry/compose-entry.ts'
import { nameEntryParts, pickIdentifier } from '../../../src/child/entry/identifiers.ts'
import { mapMessage } from '../../../src/child/entry/map-message.ts'
import { composePrologue, ENTRY_NAMES, RUNTIME_EXPORTS } from '../../../src/child/entry/prologue.ts'
import { rewriteDynamicImports } from '../../../src/child/entry/rewrite-imports.ts'

import type { ProviderDescriptor } from '@supolka/codemode-executor-protocol'

const RUNTIME = `
${ENTRY_NAMES.map((name) => `export const ${name} = (...args) => args`).join('\n')}
export const ${RUNTIME_EXPORTS.run} = (...args) => {
  events.push('run' + args.length)
  globalThis.received = args[0]
}
export const ${RUNTIME_EXPORTS.provider} = (descriptor) => ({ generated: descriptor })
export const ${RUNTIME_EXPORTS.dynamicImport} = (specifier, options) => ({ imported: String(specifier), options })
`

/** What came of one program. `error` is its syntax error or what its evaluation threw. */
export type Outcome = {
  compiled: boolean
  error?: string
  /** `mark` for each call of `mark()`, `run<n>` for each call of run with n arguments. */
  events: Array<string>
  /** What the arrow returned, where run received one. */
  value?: unknown
}

export type EntryOptions = {
  modules?: Record<string, string>
  providers?: Array<ProviderDescriptor>
}

export type EntryIsolate = {
  runEntry(code: string, options?: EntryOptions): Promise<Outcome>
  /** Whether the text is a module by syntax. */
  compiles(source: string): Promise<boolean>
  dispose(): void
}

type Compile = (source: string, place?: ivm.CompileModuleOptions) => Promise<ivm.Module>

/** How many modules one isolate compiles before another takes its place. */
const MODULES_PER_ISOLATE = 400

export function createEntryIsolate(): EntryIsolate {
  let isolate = new ivm.Isolate({ memoryLimit: 64 })
  // isolated-vm crashes when a module's handle dies while its isolate compiles another module. So
  // the handles live until their isolate is gone.
  let kept: Array<ivm.Module> = []
  const compile: Compile = async (source, place) => {
    const module = await isolate.compileModule(source, place)
    kept.push(module)
    return module
  }
  const renew = (): void => {
    if (kept.length < MODULES_PER_ISOLATE) return
    isolate.dispose()
    kept = []
    isolate = new ivm.Isolate({ memoryLimit: 64 })
  }
  return {
    runEntry: async (code, options = {}) => {
      renew()
      const context = await isolate.createContext()
      const outcome = await runIn(context, compile, code, options)
      context.release()
      return outcome
    },
    compiles: async (source) => {
      const refused = await compile(source).catch(messageOf)
      return typeof refused !== 'string'
    },
    dispose: () => isolate.dispose(),
  }
}

async function runIn(
  context: ivm.Context,
  compile: Compile,
  code: string,
  { modules = {}, providers = [] }: EntryOptions,
): Promise<Outcome> {
  await context.eval('events = []; mark = () => events.push("mark"); received = undefined')
  const identifier = pickIdentifier([code, JSON.stringify(providers)].join('\n'))
  const names = nameEntryParts(identifier)
  const prologue = composePrologue({
    providers,
    runtimeSpecifier: 'runtime \u2028 "quoted"',
    entryNames: ENTRY_NAMES,
    dynamicImportIdentifier: identifier,
    names,
  })
  const entry = composeEntry({ code: rewriteDynamicImports(code, identifier), prologue, names })
  const place = { filename: ENTRY_FILE_NAME, lineOffset: entry.lineOffset }
  const module = await compile(entry.source, place).catch(messageOf)
  if (typeof module === 'string') {
    return { compiled: false, error: mapMessage(module, entry), events: [] }
  }
  const link = module.instantiate(context, createResolver(compile, modules))
  const error = await link.then(() => module.evaluate({ timeout: 1000 })).catch(messageOf)
  const outcome = await readOutcome(context)
  return { compiled: true, ...outcome, ...(typeof error === 'string' ? { error } : {}) }
}

function createResolver(
  compile: Compile,
  modules: Record<string, string>,
): (name: string) => Promise<ivm.Module> {
  const linked = new Map<string, Promise<ivm.Module>>()
  return (name) => {
    const source = Object.hasOwn(modules, name) ? (modules[name] ?? '') : RUNTIME
    const module = linked.get(name) ?? compile(source, { filename: name })
    linked.set(name, module)
    return module
  }
}

async function readOutcome(context: ivm.Context): Promise<Omit<Outcome, 'compiled'>> {
  const json: unknown = await context.eval(
    `(async () => {
      const call = async () => (typeof received === 'function' ? received() : undefined)
      const seen = [...events]
      const value = await call().catch((error) => String(error))
      return JSON.stringify({ events: seen, value })
    })()`,
    { promise: true, copy: true, timeout: 1000 },
  )
  const outcome: Omit<Outcome, 'compiled'> = JSON.parse(String(json))
  return outcome
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
