// Web globals are installed as accessors that load their group at first touch: a program pays for
// what it touches. The child loads a group beforehand, from its code cache, when the program's text
// mentions one of its names; this is the path for everything it could not foresee.

import { bridge } from './bridge.ts'
import { create, evaluate, reflectApply } from './intrinsics.ts'
import type { GroupName, GuestRuntime } from './runtime.ts'

type Exports = Record<string, unknown>
type Group = (runtime: GuestRuntime) => Exports

const loaded = create(null) as Record<string, Exports | undefined>
let guestRuntime: GuestRuntime | undefined
let publishGroup: (name: GroupName, exports: Exports) => void = () => undefined

/** Gives the groups the core they build on. `publish` is told of each group once, when it is there. */
export function connectGroups(core: GuestRuntime, publish: typeof publishGroup): void {
  guestRuntime = core
  publishGroup = publish
}

/** Exports of a group, loaded on first use. */
export function needGroup(name: GroupName): Exports {
  return loaded[name] ?? loadGroup(name, evaluate(bridge('group', name) ?? '') as Group)
}

/** Exports of a group that something has loaded already. */
export function loadedGroup(name: GroupName): Exports | undefined {
  return loaded[name]
}

/** Runs a group's function, which the child compiled or the guest evaluated. */
export function loadGroup(name: GroupName, group: Group): Exports {
  const known = loaded[name]
  if (known !== undefined) return known
  const exports = reflectApply(group, undefined, [guestRuntime]) as Exports
  loaded[name] = exports
  publishGroup(name, exports)

  return exports
}
