// What the core puts on the global object: timers and console outright, web globals as accessors that
// load their group at first touch. Everything is non-enumerable and can be replaced by a program.

import { bridge } from './bridge.ts'
import { installAbsences } from './absent.ts'
import { createConsole } from './console.ts'
import { createLogMeter } from './log-meter.ts'
import { GROUPS } from './groups.ts'
import { create, defineHidden, keysOf, reflectConstruct, reflectDefine } from './intrinsics.ts'
import { needGroup } from './load-groups.ts'
import { queueMicrotask } from './microtasks.ts'
import { runState } from './run-state.ts'
import type { GroupName } from './runtime.ts'
import { timerGlobals } from './timers.ts'

export function installGlobals(): void {
  defineHidden(globalThis, 'self', globalThis)
  const meter = createLogMeter((level, text) => {
    bridge('log', level, text)
  })
  defineHidden(
    globalThis,
    'console',
    createConsole((level, text) => {
      if (!runState.isSettled) meter(level, text)
    }),
  )
  defineHidden(globalThis, 'queueMicrotask', queueMicrotask)
  defineHidden(globalThis, 'setTimeout', timerGlobals.setTimeout)
  defineHidden(globalThis, 'setInterval', timerGlobals.setInterval)
  defineHidden(globalThis, 'clearTimeout', timerGlobals.clearTimeout)
  defineHidden(globalThis, 'clearInterval', timerGlobals.clearInterval)
  installAbsences({ domException: makeDomException, webAssembly: false })
  const names = keysOf(GROUPS)
  for (let index = 0; index < names.length; index++) installGroup(names[index] as GroupName)
}

function makeDomException(message: string, name: string): object {
  return reflectConstruct(needGroup('dom')['DOMException'], [message, name])
}

function installGroup(group: GroupName): void {
  const { globals } = GROUPS[group]
  for (let index = 0; index < globals.length; index++)
    installLazily(group, globals[index] as string)
}

function installLazily(group: GroupName, name: string): void {
  const accessor = create(null) as PropertyDescriptor
  accessor.configurable = true
  accessor.enumerable = false
  accessor.get = () => {
    const value = needGroup(group)[name]
    defineHidden(globalThis, name, value)

    return value
  }
  accessor.set = (value: unknown) => {
    defineHidden(globalThis, name, value)
  }
  reflectDefine(globalThis, name, accessor)
}
