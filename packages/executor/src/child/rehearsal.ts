// What a child does while it waits: it goes through what the next run has to go through before its
// program starts. Preparing an isolate leaves the caches of the processor full of other things, and a
// run after a pause pays for every line of memory that it is the first to touch.

import { composeProgram } from './entry/compose-program.ts'
import type { PreparedIsolate } from './isolate.ts'

/** Rounds after which V8 has compiled the composing well. */
const WARM_UP_ROUNDS = 100

const LIFTING = { code: "import 'x'\nasync () => import('x')", providers: [] }

const TYPICAL = {
  code: 'async () => {\n  return await tools.find({})\n}',
  providers: [{ name: 'tools', tools: ['find', 'read'] }],
}

/** Composes programs until V8 has compiled that well. The first run would pay for it otherwise. */
export function warmUp(runtimeSpecifier: string): void {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) composeProgram(LIFTING, runtimeSpecifier)
}

/** Composes and compiles a program in an isolate that waits for its own, and runs nothing of it. */
export function rehearse(prepared: PreparedIsolate, runtimeSpecifier: string): void {
  const { source, info } = composeProgram(TYPICAL, runtimeSpecifier)
  const { isolate, idle } = prepared
  prepared.rehearsed = isolate.compileModuleSync(source, info)
  idle.guestMs = Number(isolate.cpuTime) / 1e6
}
