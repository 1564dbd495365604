// The published contract's rules for names, with its texts. A breach is the caller's mistake: `run` rejects.

import {
  DUNDER_MEMBER,
  PORTABLE_RESERVED_WORDS,
  RESERVED_BINDING_GLOBALS,
  RESERVED_ERROR_MEMBERS,
  type CodeBindingErrorClass,
  type CodeRunRequest,
} from '@deepseek-ai/dsh-code-runtime'
import { checkList, checkRecord, checkText } from '@supolka/codemode-executor-protocol'
import type { CoreRequest } from '../core/core.ts'
import { readFunctions, type Namespace } from '../core/namespaces.ts'

const PREFIX = '@supolka/code-runtime: '
const PORTABLE_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/

function refuse(text: string): never {
  throw new TypeError(`${PREFIX}${text}`)
}

function isUsable(name: unknown): name is string {
  return (
    typeof name === 'string' && PORTABLE_IDENTIFIER.test(name) && !PORTABLE_RESERVED_WORDS.has(name)
  )
}

/** Reads a request once. Throws TypeError for what the contract calls misuse. */
export function readRunRequest(request: CodeRunRequest): CoreRequest {
  checkRecord(request, 'request')
  const { program, bindings, signal } = request
  checkText(program, 'field "program"')
  checkList<CodeRunRequest['bindings'][number]>(bindings, 'field "bindings"')
  const namespaces = bindings.map(readNamespace)
  checkNames(namespaces)

  return { program, namespaces, signal }
}

function readNamespace(namespace: CodeRunRequest['bindings'][number], index: number): Namespace {
  const field = `field "bindings[${index}]"`
  checkRecord(namespace, field)
  const { global, functions, errorClass } = namespace
  checkRecord(functions, `${field} member "functions"`)
  const own = readFunctions(functions, `${field} member "functions"`)
  if (errorClass === undefined) return { global, functions: own }
  checkRecord(errorClass, `${field} member "errorClass"`)
  const { name, memberNameProperty } = errorClass

  return { global, functions: own, errorClass: { name, memberNameProperty } }
}

function checkNames(namespaces: Array<Namespace>): void {
  const globals = new Set<string>()
  for (const { global } of namespaces) {
    if (!isUsable(global)) refuse(`binding global ${quote(global)} is not a usable identifier`)
    if (RESERVED_BINDING_GLOBALS.has(global)) refuse(`reserved binding global ${quote(global)}`)
    if (globals.has(global)) refuse(`duplicate binding global ${quote(global)}`)
    globals.add(global)
  }
  for (const { errorClass } of namespaces) {
    if (errorClass !== undefined) checkErrorClass(errorClass, globals)
  }
}

function checkErrorClass(
  { name, memberNameProperty }: CodeBindingErrorClass,
  taken: Set<string>,
): void {
  if (!isUsable(name)) refuse(`binding error class ${quote(name)} is not a usable identifier`)
  if (RESERVED_BINDING_GLOBALS.has(name)) refuse(`reserved binding global ${quote(name)}`)
  if (taken.has(name)) refuse(`duplicate injected global ${quote(name)}`)
  taken.add(name)
  if (!isErrorMember(memberNameProperty)) {
    refuse(`binding error member property ${quote(memberNameProperty)} is not usable`)
  }
}

function isErrorMember(name: unknown): boolean {
  return (
    typeof name === 'string' &&
    name !== '' &&
    !RESERVED_ERROR_MEMBERS.has(name) &&
    !DUNDER_MEMBER.test(name)
  )
}

function quote(name: unknown): string {
  return `"${String(name)}"`
}
