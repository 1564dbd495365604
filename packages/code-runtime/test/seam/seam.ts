// The plugin as the harness loads it: a cordis context, the class, a configuration.

import { after, before, describe, type TestContext } from 'node:test'
import { Context } from '@deepseek-ai/cordis'
import type {
  CodeBindingFunction,
  CodeBindingNamespace,
  CodeRunRequest,
  CodeRunResult,
} from '@deepseek-ai/dsh-code-runtime'
import ExecutorCodeRuntime, { type DshCodeRuntimeConfig } from '@supolka/code-runtime/dsh'
import { places, type Opened } from '../places.ts'

/** A tool of a test, with no promise that its answers are JSON. */
export type Tool = (args: never) => unknown

/** The namespace that the harness makes of its tools. */
export function toolNamespace(tools: Record<string, Tool>): CodeBindingNamespace {
  return {
    global: 'tools',
    functions: tools as unknown as Record<string, CodeBindingFunction>,
    errorClass: { name: 'ToolCallError', memberNameProperty: 'toolName' },
  }
}

export type Seam = {
  /** Runs a program with a namespace of tools, by the service that the context hands out. */
  run(
    program: string,
    tools?: Record<string, Tool>,
    rest?: Partial<CodeRunRequest>,
  ): Promise<CodeRunResult>
  context: Context
  /** Takes the plugin out. */
  dispose(): Promise<void>
}

/** Loads the plugin over an executor; it goes with the test. */
export async function loadSeam(t: TestContext, config: DshCodeRuntimeConfig): Promise<Seam> {
  const context = new Context()
  const fiber = await context.plugin(ExecutorCodeRuntime, config)
  t.after(() => fiber.dispose())

  return {
    run: (program, tools = {}, rest = {}) =>
      context.codeRuntime.run({ program, bindings: [toolNamespace(tools)], ...rest }),
    context,
    dispose: () => fiber.dispose(),
  }
}

/** What a suite gets: the plugin over the executor of its place. */
export type LoadHere = (t: TestContext, config?: DshCodeRuntimeConfig) => Promise<Seam>

/** Declares the same tests for each place; one executor serves all of a place. */
export function describePlaces(declare: (load: LoadHere) => void): void {
  for (const place of places) {
    describe(place.name, () => {
      let opened: Opened
      before(async () => {
        opened = await place.open()
      })
      after(() => opened.dispose())
      declare((t, config) => loadSeam(t, { executor: opened.executor, ...config }))
    })
  }
}

/** What the contract's account says that a result takes, in UTF-8 bytes. */
export function ledgerOf({ logs, value, error }: CodeRunResult): number {
  const tail = error === undefined ? JSON.stringify(value) : JSON.stringify(error.message)

  return Buffer.byteLength(JSON.stringify(logs)) + Buffer.byteLength(tail ?? '')
}
