// Runtimes for the tests, over the executor of a place.

import { after, before, describe, type TestContext } from 'node:test'
import {
  createCodeRuntime,
  type CodeBindingFunction,
  type CodeRunRequest,
  type CodeRunResult,
  type CodeRuntime,
  type CodeRuntimeConfig,
} from '@supolka/code-runtime'
import { places, type Opened } from '../places.ts'

/** A function of a test, with no promise that it is asynchronous. */
export type Tool = (args: never) => unknown

export type Run = (
  program: string,
  tools?: Record<string, Tool>,
  rest?: Partial<CodeRunRequest>,
) => Promise<CodeRunResult>

/** Runs programs with one namespace called `tools`. */
export function runnerOf(runtime: CodeRuntime): Run {
  return (program, tools = {}, rest = {}) => {
    const functions = tools as unknown as Record<string, CodeBindingFunction>

    return runtime.run({ program, bindings: [{ global: 'tools', functions }], ...rest })
  }
}

/** Makes a runtime that goes with its test. */
export type Make = (
  t: TestContext,
  config?: CodeRuntimeConfig,
) => { runtime: CodeRuntime; run: Run }

/** Declares the same tests for each place; one executor serves all of a place. */
export function describePlaces(declare: (make: Make) => void): void {
  for (const place of places) {
    describe(place.name, () => {
      let opened: Opened
      before(async () => {
        opened = await place.open()
      })
      after(() => opened.dispose())
      declare((t, config) => {
        const runtime = createCodeRuntime(opened.executor, config)
        t.after(() => runtime.dispose())

        return { runtime, run: runnerOf(runtime) }
      })
    })
  }
}
