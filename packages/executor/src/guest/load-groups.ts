// Web globals are installed as accessors that load their group at first touch: a program pays for
// what it touches. The child loads a group beforehand, from its code cache, when the program's text
// mentions one of its names; this is the path for everything it could not foresee.

import { bridge } from './bridge.ts'
import { create, evaluate, reflectApply } from './intrinsics.ts'
import type { GroupName, GuestRuntime } from './runtime.ts'

type Group = (runtime: GuestRuntime) => Record<string, unknown>

const loaded = create(null) as Record<string, Record<string, unknown> | undefined>
let guestRuntime: GuestRuntime | undefined

/** Gives the groups the core they build on. */
export function connectGroups(core: GuestRuntime): void {
  guestRuntime = core
}

/** Exports of a group, loaded on first use. */
export function needGroup(name: GroupName): Record<string, unknown> {
  return loaded[name] ?? loadGroup(name, evaluate(bridge('group', name) ?? '') as Group)
}

/** Runs a group's function, which the child compiled or the guest evaluated. */
export function loadGroup(name: GroupName, group: Group): Record<string, unknown> {
  const exports =
    loaded[name] ?? (reflectApply(group, undefined, [guestRuntime]) as Record<string, unknown>)
  loaded[name] = exports

  return exports
}
