// What the core puts on the global object: everything that a program may never touch is an accessor
// that loads its group at first touch. All of it is non-enumerable and can be replaced by a program.

import { closeDoors } from './doors.ts'
import { GROUPS } from './groups.ts'
import { defineHidden, keysOf, reflectConstruct, reflectDefine } from './intrinsics.ts'
import { needGroup } from './load-groups.ts'
import { queueMicrotask } from './microtasks.ts'
import type { GroupName } from './runtime.ts'

export function installGlobals(): void {
  defineHidden(globalThis, 'self', globalThis)
  defineHidden(globalThis, 'queueMicrotask', queueMicrotask)
  closeDoors({ domException: makeDomException, webAssembly: false })
  const names = keysOf(GROUPS) as Array<GroupName>
  for (let index = 0; index < names.length; index++) {
    const name = names[index]
    if (name !== undefined) installGroup(name)
  }
}

function makeDomException(message: string, name: string): object {
  return reflectConstruct(needGroup('dom')['DOMException'], [message, name])
}

function installGroup(group: GroupName): void {
  const { globals } = GROUPS[group]
  for (let index = 0; index < globals.length; index++) {
    const name = globals[index]
    if (name !== undefined) installLazily(group, name)
  }
}

function installLazily(group: GroupName, name: string): void {
  const accessor: PropertyDescriptor & { __proto__: null } = {
    __proto__: null,
    configurable: true,
    enumerable: false,
    get: () => {
      const value = needGroup(group)[name]
      defineHidden(globalThis, name, value)

      return value
    },
    set: (value: unknown) => {
      defineHidden(globalThis, name, value)
    },
  }
  reflectDefine(globalThis, name, accessor)
}
