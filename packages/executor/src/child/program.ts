// The program of a run: composed into an entry module, linked, evaluated; and the modules it imports
// on the way. Evaluation that fails before the arrow was reached is the run's own failure.

import type ivm from 'isolated-vm'
import type { RunMessage } from '../channel/messages.ts'
import { composeProgram, type ComposedProgram } from './entry/compose-program.ts'
import type { PreparedIsolate } from './isolate.ts'
import { mentionedGroups } from './mentions.ts'
import { createModuleLoader } from './modules.ts'
import type { Turns } from './turns.ts'

export type Program = {
  /** Answers a refusal for the guest, or nothing while the module loads. */
  onImport: (id: number, specifier: string) => string | undefined
  onImported: (id: number) => void
  /** A turn failed: an unhandled rejection, or a module that threw. */
  onTurnFailure: () => void
}

type ProgramOptions = {
  prepared: PreparedIsolate
  message: RunMessage
  runtimeSpecifier: string
  turns: Turns
  fail: (text: string) => void
}

/** Starts the program at once. `fail` is called when it cannot reach its arrow. */
export function startProgram(options: ProgramOptions): Program {
  const { prepared, message, runtimeSpecifier, turns } = options
  const loader = createModuleLoader({
    isolate: prepared.isolate,
    context: prepared.context,
    runtimeModule: prepared.runtimeModule,
    sources: new Map(message.modules),
    runtimeSpecifier,
  })
  const composed = composeProgram(message, runtimeSpecifier)
  let entry: ivm.Module | undefined
  const imports = new Map<number, ivm.Module | undefined>()

  const start = async (): Promise<void> => {
    try {
      prepared.preload(groupsOf(message))
      if (message.retainHandles) turns.begin(() => prepared.tell('retain'))
      entry = await loader.link(composed.source, composed.info)
    } catch (error) {
      options.fail(textOf(error, composed))
      return
    }
    const linked = entry
    turns.begin(() => linked.evaluate())
  }

  const failImport = (id: number, error: unknown): void => {
    if (!imports.delete(id)) return
    const { name, message: text } = error instanceof Error ? error : new Error(String(error))
    turns.begin(() => prepared.tell('import-failed', id, name, text))
  }

  const load = async (id: number, specifier: string): Promise<void> => {
    const from = JSON.stringify(runtimeSpecifier)
    const handing = `import { namespaceReady } from ${from}; import * as namespace from ${JSON.stringify(specifier)}; namespaceReady(${id}, namespace)`
    try {
      const module = await loader.link(handing, { filename: 'import.js' })
      imports.set(id, module)
      turns.begin(() => module.evaluate())
    } catch (error) {
      failImport(id, error)
    }
  }

  /** An errored module rejects again, at once, with its own error; an unrelated rejection does not. */
  const probe = async (): Promise<void> => {
    const pending = String(await prepared.tell('pending')).split(',')
    if (pending.includes('entry') && entry !== undefined) {
      const failure = await loader.failureOf(entry)
      if (failure !== undefined) options.fail(textOf(failure, composed))
    }
    for (const [id, module] of imports) {
      const failure = module && pending.includes(String(id)) ? await loader.failureOf(module) : undefined
      if (failure !== undefined) failImport(id, failure)
    }
  }

  void start()

  return {
    onImport: (id, specifier) => {
      const refusal = loader.refusal(specifier)
      if (refusal !== undefined) return refusal
      imports.set(id, undefined)
      void load(id, specifier)

      return undefined
    },
    onImported: (id) => imports.delete(id),
    onTurnFailure: () => turns.begin(probe),
  }
}

function groupsOf({ code, modules, providers }: RunMessage): Array<string> {
  const preludes = providers.flatMap(({ prelude, proxySource }) => [prelude ?? '', proxySource ?? ''])

  return mentionedGroups([code, ...modules.map(([, source]) => source), ...preludes])
}

function textOf(error: unknown, composed: ComposedProgram): string {
  return composed.mapMessage(error instanceof Error ? error.message : String(error))
}
