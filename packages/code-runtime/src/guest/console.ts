// The program's `console`: every method that writes becomes a line of the executor's own console, which
// renders and meters it. The rest is quiet, so that a library that times or groups still works.

import {
  appendTo,
  create,
  defineHidden,
  defineValue,
  ownDescriptor,
  reflectApply,
  reflectGet,
  stringSlice,
} from './values/intrinsics.ts'

const WRITING = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'dirxml', 'table']
const QUIET = [
  'assert',
  'clear',
  'count',
  'countReset',
  'group',
  'groupCollapsed',
  'groupEnd',
  'time',
  'timeLog',
  'timeEnd',
]

// In two parts: an executor may load what a source mentions, and most programs log nothing.
const NAME = ['con', 'sole'].join('')

/** Replaces the console of the global object `scope`. Texts are cut at `lineLimit` UTF-16 units. */
export function installConsole(scope: object, lineLimit: number): void {
  const original = ownDescriptor(scope, NAME)
  let write: unknown
  const writeLine = (values: Array<unknown>): void => {
    // At the first line and not before: the executor's console may be loaded by this very read.
    write ??= reflectGet(readValue(original, scope) as object, 'log')
    reflectApply(write, undefined, shorten(values, lineLimit))
  }
  const namespace = create(null)
  const define = (name: string, run: (values: Array<unknown>) => void): void =>
    defineValue(namespace, name, (...values: Array<unknown>) => run(values))
  for (let index = 0; index < WRITING.length; index += 1) define(WRITING[index] ?? '', writeLine)
  for (let index = 0; index < QUIET.length; index += 1) define(QUIET[index] ?? '', () => undefined)
  defineHidden(scope, NAME, namespace)
}

function readValue(descriptor: PropertyDescriptor | undefined, scope: object): unknown {
  if (descriptor?.get === undefined) return descriptor?.value

  return reflectApply(descriptor.get, scope, [])
}

function shorten(values: Array<unknown>, limit: number): Array<unknown> {
  const shortened: Array<unknown> = []
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    appendTo(shortened, typeof value === 'string' ? stringSlice(value, 0, limit) : value)
  }

  return shortened
}
