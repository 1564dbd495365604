// The program's `console`: the whole namespace of the Console Standard, of which log, warn and error
// are captured. Not here: metering the lines and sending them out, which `emit` does.

import { CONSOLE_CAPTURE_LIMIT } from '@supolka/codemode-executor-protocol'
import type { LogLine } from '@supolka/codemode-executor-protocol'

import {
  create,
  dataDescriptor,
  defineValue,
  objectPrototype,
  reflectDefine,
  stringSlice,
  symbolToStringTag,
  toDomString,
} from './intrinsics.ts'
import { renderValue } from './render.ts'

type Emit = (level: LogLine['level'], text: string) => void
type Behaviour = (values: Array<unknown>) => void

// A line longer than the run's whole capture is dropped by the meter, so no more is worth building.
const joinArguments = (values: Array<unknown>): string => {
  let text = ''
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    const piece = typeof value === 'string' ? value : renderValue(value)
    text = index === 0 ? piece : `${text} ${piece}`
    if (text.length > CONSOLE_CAPTURE_LIMIT) break
  }
  return text.length > CONSOLE_CAPTURE_LIMIT ? stringSlice(text, 0, CONSOLE_CAPTURE_LIMIT) : text
}

const stayQuiet: Behaviour = () => undefined

// Web IDL turns a label into a string even where nobody reads it, and that may throw.
const readLabel: Behaviour = (values) => {
  if (values.length > 0 && values[0] !== undefined) toDomString(values[0])
}

/**
 * Builds the namespace object. `emit` receives each captured call as one line, its arguments
 * rendered and joined with single spaces, cut at CONSOLE_CAPTURE_LIMIT UTF-16 units; it must not
 * throw. The methods need no receiver, so a program may pass them around.
 */
export const createConsole = (emit: Emit): object => {
  // The standard asks for an empty object between the namespace and Object.prototype.
  const namespace = create(create(objectPrototype))
  const addMethod = (name: string, run: Behaviour): void => {
    // An arrow is no constructor; the rest parameter keeps its length at Web IDL's 0.
    const method = (...values: Array<unknown>): void => run(values)
    reflectDefine(method, 'name', dataDescriptor(name, false, false, true))
    defineValue(namespace, name, method)
  }
  const addCaptured = (level: LogLine['level']): void =>
    addMethod(level, (values) => emit(level, joinArguments(values)))

  addMethod('assert', stayQuiet)
  addMethod('clear', stayQuiet)
  addMethod('debug', stayQuiet)
  addCaptured('error')
  addMethod('info', stayQuiet)
  addCaptured('log')
  addMethod('table', stayQuiet)
  addMethod('trace', stayQuiet)
  addCaptured('warn')
  addMethod('dir', stayQuiet)
  addMethod('dirxml', stayQuiet)
  addMethod('count', readLabel)
  addMethod('countReset', readLabel)
  addMethod('group', stayQuiet)
  addMethod('groupCollapsed', stayQuiet)
  addMethod('groupEnd', stayQuiet)
  addMethod('time', readLabel)
  addMethod('timeLog', readLabel)
  addMethod('timeEnd', readLabel)
  reflectDefine(namespace, symbolToStringTag, dataDescriptor('console', false, false, true))
  return namespace
}
