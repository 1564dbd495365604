// What the core puts on the global object: everything that a program may never touch is a stand-in, an
// accessor that loads its group at first touch. The group's globals then take the places of theirs.

import { defineAttribute, isAttribute } from './attributes.ts'
import { closeDoors } from './doors.ts'
import { GROUPS } from './groups.ts'
import {
  create,
  dataDescriptor,
  getPrototypeOf,
  keysOf,
  ownDescriptor,
  reflectConstruct,
  reflectDefine,
  reflectDelete,
  setPrototypeOf,
  symbolToStringTag,
} from './intrinsics.ts'
import { needGroup } from './load-groups.ts'
import { queueMicrotask } from './microtasks.ts'
import type { GroupName } from './runtime.ts'
import { allowsWebAssembly } from './settings.ts'

type Exports = Record<string, unknown>
type Getter = () => unknown

/** The object between the global one and `Object.prototype`. */
const globalPrototype = getPrototypeOf(globalThis) as object

/** The getters of each group's stand-ins: its globals, then what the global object inherits. */
const standIns = create(null) as Record<string, Array<Getter>>

export function installGlobals(): void {
  closeDoors({ domException: makeDomException, webAssembly: allowsWebAssembly })
  defineGlobal('queueMicrotask', queueMicrotask)
  defineAttribute(
    'self',
    () => globalThis,
    (value) => defineGlobal('self', value),
  )
  const groups = keysOf(GROUPS) as Array<GroupName>
  for (let index = 0; index < groups.length; index++) {
    const group = groups[index]
    if (group !== undefined && (group !== 'wasm' || allowsWebAssembly)) installGroup(group)
  }
}

/** Puts a group's globals in the places of their stand-ins, unless a program took a place. */
export function publishGlobals(group: GroupName, exports: Exports): void {
  const { globals, inherited } = GROUPS[group]
  for (let index = 0; index < globals.length; index++) {
    const name = globals[index] ?? ''
    if (isStandIn(globalThis, name, standIns[group]?.[index])) publish(name, exports)
  }
  if (inherited !== undefined)
    joinPrototypes(group, exports['EventTarget'] as { prototype: object })
}

function publish(name: string, exports: Exports): void {
  if (!isAttribute(name)) return defineGlobal(name, exports[name])
  const write =
    name === 'onerror' ? handlerIn(exports).set : (value: unknown) => defineGlobal(name, value)
  defineAttribute(name, () => valueIn(exports, name), write)
}

type Handler = { get(): unknown; set(value: unknown): void }

const handlerIn = (exports: Exports): Handler => exports['onerror'] as Handler

/** What a read of the global answers. */
const valueIn = (exports: Exports, name: string): unknown =>
  name === 'onerror' ? handlerIn(exports).get() : exports[name]

function makeDomException(message: string, name: string): object {
  return reflectConstruct(needGroup('dom')['DOMException'], [message, name])
}

function installGroup(group: GroupName): void {
  const { globals, inherited } = GROUPS[group]
  const getters: Array<Getter> = []
  standIns[group] = getters
  for (let index = 0; index < globals.length; index++) {
    getters[index] = standIn(globalThis, group, globals[index] ?? '')
  }
  if (inherited === undefined) return
  for (let index = 0; index < inherited.length; index++) {
    getters[globals.length + index] = standIn(globalPrototype, group, inherited[index] ?? '')
  }
}

function standIn(holder: object, group: GroupName, name: string): Getter {
  const get = (): unknown => valueIn(needGroup(group), name)
  reflectDefine(holder, name, {
    __proto__: null,
    configurable: true,
    enumerable: isOperation(name),
    get,
    set: (value: unknown) => {
      if (name === 'onerror') handlerIn(needGroup(group)).set(value)
      else defineGlobal(name, value)
    },
  } as PropertyDescriptor)

  return get
}

function isStandIn(holder: object, name: string, get: Getter | undefined): boolean {
  return get !== undefined && ownDescriptor(holder, name)?.get === get
}

/** Operations and attributes are enumerable in Web IDL; interfaces and namespaces are not. */
function isOperation(name: string): boolean {
  return name >= 'a' && name !== 'console'
}

function defineGlobal(name: string, value: unknown): void {
  reflectDefine(globalThis, name, dataDescriptor(value, true, isOperation(name), true))
}

/** The global object becomes an EventTarget; its class string stays what it was. */
function joinPrototypes(group: GroupName, { prototype }: { prototype: object }): void {
  const { globals, inherited = [] } = GROUPS[group]
  for (let index = 0; index < inherited.length; index++) {
    const name = inherited[index] ?? ''
    const get = standIns[group]?.[globals.length + index]
    if (isStandIn(globalPrototype, name, get)) reflectDelete(globalPrototype, name)
  }
  reflectDefine(globalPrototype, symbolToStringTag, dataDescriptor('Object', false, false, true))
  setPrototypeOf(globalPrototype, prototype)
}
