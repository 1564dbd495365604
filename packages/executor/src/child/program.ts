// The program of a run: composed into an entry module, linked, evaluated; and the modules it imports
// on the way. Evaluation that fails before the arrow was reached is the run's own failure.

import type ivm from 'isolated-vm'
import type { RunMessage } from '../channel/messages.ts'
import { composeProgram, type ComposedProgram } from './entry/compose-program.ts'
import type { PreparedIsolate } from './isolate.ts'
import { mentionedGroups } from './mentions.ts'
import { ModuleLoader } from './modules.ts'
import type { Turns } from './turns.ts'

export type ProgramOptions = {
  prepared: PreparedIsolate
  message: RunMessage
  runtimeSpecifier: string
  turns: Turns
  /** Called when the program cannot reach its arrow, with the text of the failure. */
  fail: (text: string) => void
}

export class Program {
  readonly #options: ProgramOptions
  readonly #loader: ModuleLoader
  readonly #composed: ComposedProgram
  /** Imports under way, by the guest's ids; a module once it is linked. */
  readonly #imports = new Map<number, ivm.Module | undefined>()
  #entry: ivm.Module | undefined

  constructor(options: ProgramOptions) {
    const { prepared, message, runtimeSpecifier } = options
    this.#options = options
    this.#loader = new ModuleLoader(prepared, new Map(message.modules), runtimeSpecifier)
    this.#composed = composeProgram(message, runtimeSpecifier)
  }

  async start(): Promise<void> {
    const { prepared, message, turns, fail } = this.#options
    try {
      prepared.preload(groupsOf(message))
      const entry = await this.#loader.link(this.#composed.source, this.#composed.info)
      this.#entry = entry
      this.#loader.markGuestStarted()
      if (message.retainHandles) turns.begin(() => prepared.tell('retain'))
      turns.begin(() => entry.evaluate())
    } catch (error) {
      fail(this.#textOf(error))
    }
  }

  /** Begins to load a module; answers a refusal for the guest, or nothing. */
  import(id: number, specifier: string): string | undefined {
    const refusal = this.#loader.refusal(specifier)
    if (refusal !== undefined) return refusal
    this.#imports.set(id, undefined)
    void this.#load(id, specifier)

    return undefined
  }

  /** The guest has the namespace. */
  endImport(id: number): void {
    this.#imports.delete(id)
  }

  /**
   * Finds out what a turn that failed has to do with what still loads. An errored module rejects
   * again, at once, with its own error; after an unrelated unhandled rejection none does.
   */
  async probe(): Promise<void> {
    const pending = String(await this.#options.prepared.tell('pending')).split(',')
    if (pending.includes('entry') && this.#entry !== undefined) {
      const failure = await this.#loader.failureOf(this.#entry)
      if (failure !== undefined) this.#options.fail(this.#textOf(failure))
    }
    const waiting = [...this.#imports].filter(([id]) => pending.includes(String(id)))
    await Promise.all(waiting.map(([id, module]) => this.#probeImport(id, module)))
  }

  async #probeImport(id: number, module: ivm.Module | undefined): Promise<void> {
    const failure = module && (await this.#loader.failureOf(module))
    if (failure !== undefined) this.#failImport(id, failure)
  }

  async #load(id: number, specifier: string): Promise<void> {
    const runtime = JSON.stringify(this.#options.runtimeSpecifier)
    const handing = [
      `import { namespaceReady } from ${runtime}`,
      `import * as namespace from ${JSON.stringify(specifier)}`,
      `namespaceReady(${id}, namespace)`,
    ]
    try {
      const module = await this.#loader.link(handing.join('\n'), { filename: 'import.js' })
      this.#imports.set(id, module)
      this.#options.turns.begin(() => module.evaluate())
    } catch (error) {
      this.#failImport(id, error)
    }
  }

  #failImport(id: number, error: unknown): void {
    if (!this.#imports.delete(id)) return
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    const { turns, prepared } = this.#options
    turns.begin(() => prepared.tell('import-failed', id, name, message))
  }

  #textOf(error: unknown): string {
    const text = error instanceof Error ? error.message : String(error)

    return text.startsWith(THROWN_OBJECT) ? THROWN_VALUE : this.#composed.mapMessage(text)
  }
}

/** What isolated-vm makes of a thrown object that is no error. It says nothing of the object. */
const THROWN_OBJECT = 'An object was thrown from supplied code within isolated-vm'

const THROWN_VALUE = 'A module threw a value that is not an error.'

function groupsOf({ code, modules, providers }: RunMessage): Array<string> {
  const generated = providers.flatMap(({ prelude = '', proxySource = '' }) => [
    prelude,
    proxySource,
  ])

  return mentionedGroups([code, ...modules.map(([, source]) => source), ...generated])
}
