// The console as a group of its own: a program that logs nothing does not pay for rendering.

import type { LogLine } from '@supolka/codemode-executor-protocol'
import { createConsole } from '../console.ts'
import { createLogMeter } from '../log-meter.ts'
import type { GuestRuntime } from '../runtime.ts'

declare const runtime: GuestRuntime

const meter = createLogMeter((level: LogLine['level'], text: string) => {
  runtime.emitLine(level, text)
})

const namespace: object = createConsole((level, text) => {
  if (!runtime.isSettled()) meter(level, text)
})

export { namespace as console }
export { describeThrown } from '../render.ts'
