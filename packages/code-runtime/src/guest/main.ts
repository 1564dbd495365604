// The guest half of the runtime: evaluates in the scope of the entry, before the program does. It gives
// the program its names and reports what it came to.

import { answerOfThrow, answerOfValue, sendAnswer } from './answer.ts'
import { makeScope } from './bindings.ts'
import { installConsole } from './console.ts'
import { makePromise, whenSettled } from './promises.ts'
import type { GuestSettings } from './settings.ts'
import { transitOf } from './transit.ts'
import { appendTo, defineHidden, reflectApply } from './values/intrinsics.ts'

/** Takes the names of the program's scope, in their order, and gives the program. */
type MakeProgram = (...values: Array<unknown>) => () => Promise<unknown>

/** The composed entry calls this, once. The promise is of the answer, and never rejects. */
export function createRuntime(
  settings: GuestSettings,
): (scope: object, make: MakeProgram) => Promise<string> {
  const transit = transitOf(settings)
  let isStarted = false

  return (scope, make) =>
    makePromise((resolve) => {
      // A program that calls this itself gets a promise that stays open.
      if (isStarted) return
      isStarted = true
      installConsole(scope, settings.lineLimit)
      const values: Array<unknown> = []
      const entries = makeScope(settings, transit)
      for (let index = 0; index < entries.length; index += 1) {
        const entry = entries[index]
        if (entry === undefined) continue
        appendTo(values, entry.value)
        // As a property too, for code that a program evaluates. A name such as NaN cannot be one.
        defineHidden(scope, entry.name, entry.value)
      }
      const program = reflectApply(make, undefined, values) as () => Promise<unknown>
      whenSettled(
        program(),
        (value) => sendAnswer(answerOfValue(value, settings, transit), resolve),
        (reason) => sendAnswer(answerOfThrow(reason, settings), resolve),
      )
    })
}
