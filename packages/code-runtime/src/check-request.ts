// The check of a run's request: what is the caller's mistake throws, and everything is read once.

import {
  checkArgument,
  checkList,
  checkRecord,
  checkText,
  ECMASCRIPT_RESERVED_WORDS,
} from '@supolka/codemode-executor-protocol'
import type { CodeBindingNamespace, CodeRunRequest } from './contract.ts'
import type { CoreRequest } from './core/core.ts'
import { readFunctions, type Namespace } from './core/namespaces.ts'

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200C\u200D]*$/u
const RESERVED: ReadonlySet<string> = new Set(ECMASCRIPT_RESERVED_WORDS)

/** Throws TypeError for a request that is not what the contract says. */
export function readRunRequest(request: CodeRunRequest): CoreRequest {
  checkRecord(request, 'request')
  const { program, bindings, signal } = request
  checkText(program, 'field "program"')
  checkList<CodeBindingNamespace>(bindings, 'field "bindings"')
  if (signal !== undefined) {
    const isSignal = typeof signal === 'object' && typeof signal.addEventListener === 'function'
    checkArgument(isSignal, 'field "signal"', 'an AbortSignal', signal)
  }
  const taken = new Set<string>()

  return {
    program,
    namespaces: bindings.map((namespace, index) => readNamespace(namespace, index, taken)),
    signal,
  }
}

function readNamespace(
  namespace: CodeBindingNamespace,
  index: number,
  taken: Set<string>,
): Namespace {
  const field = `field "bindings[${index}]"`
  checkRecord(namespace, field)
  const { global, functions } = namespace
  checkText(global, `${field} member "global"`)
  checkGlobal(global, taken)
  taken.add(global)
  checkRecord(functions, `${field} member "functions"`)

  return { global, functions: readFunctions(functions, `${field} member "functions"`) }
}

function checkGlobal(global: string, taken: ReadonlySet<string>): void {
  const name = JSON.stringify(global)
  if (!IDENTIFIER.test(global) || RESERVED.has(global)) {
    throw new TypeError(`The binding global ${name} is not an identifier that a program can use.`)
  }
  if (global === 'console') {
    throw new TypeError(`The binding global ${name} is reserved: it is where programs print.`)
  }
  if (taken.has(global)) throw new TypeError(`The binding global ${name} is declared twice.`)
}
