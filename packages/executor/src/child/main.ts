// The child process: one execution at a time, in an isolate that was prepared before it was asked for.
// Arguments: folder of isolated-vm, its version, memory limit in megabytes, whether to test itself,
// whether to leave WebAssembly in.

import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import type { ToChild } from '../channel/messages.ts'
import { readBundles } from './bundles.ts'
import { IsolateFactory, type PreparedIsolate } from './isolate.ts'
import { loadAddon } from './load-addon.ts'
import { endProcess, receive, send } from './pipe.ts'
import { atLowPriority } from './priority.ts'
import { rehearse, warmUp } from './rehearsal.ts'
import { Run } from './run.ts'
import { testKillability } from './self-test.ts'
import { residentCap } from './watch.ts'

// Said on the command line as well: without it ordinary loops void every limit, so it is said twice
// and proved by the self-test.
setFlagsFromString('--no-turboshaft-loop-unrolling')

const [
  isolatedVmFolder = '',
  isolatedVmVersion = '',
  memoryLimitText = '',
  selfTest = '',
  webAssembly = '',
] = process.argv.slice(2)
const memoryLimit = Number(memoryLimitText)

const cap = residentCap(memoryLimit)

/** A run that comes within this time of the isolate for it was waiting for that; in milliseconds. */
const DEMAND_MS = 10

let run: Run | undefined
let readyAt = 0
let prepared: PreparedIsolate | undefined
let rehearsal: NodeJS.Timeout | undefined

process.on('uncaughtException', (error) => {
  send({ type: 'fatal', message: String(error.stack ?? error) })
  endProcess()
})

// A terminal or a supervisor signals all processes of a host at once. The host decides what that means
// for its runs; a host that is gone is seen at the end of the input.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

const addon = loadAddon(isolatedVmFolder)
const bundles = readBundles(import.meta.dirname)
const runtimeSpecifier = `executor:${randomBytes(16).toString('hex')}`
const factory = new IsolateFactory({
  addon,
  bundles,
  memoryLimit,
  webAssembly: webAssembly === 'web-assembly',
  onCatastrophe: () => run?.onCatastrophe(),
})

function ready(): void {
  run = undefined
  prepared = atLowPriority(() => factory.prepare())
  send({
    type: 'ready',
    node: process.versions.node,
    v8: process.versions.v8,
    isolatedVm: isolatedVmVersion,
  })
  readyAt = performance.now()
  rehearsal = setTimeout(rehearse, DEMAND_MS, prepared, runtimeSpecifier)
}

function onMessage(message: ToChild, payload: Buffer): void {
  switch (message.type) {
    case 'run': {
      const taken = prepared
      if (taken === undefined) throw new Error('A run arrived while no isolate was prepared.')
      prepared = undefined
      clearTimeout(rehearsal)
      run = new Run({
        addon,
        prepared: taken,
        message,
        runtimeSpecifier,
        groupText: (name) => bundles.groups[name],
        residentCap: cap,
        isInDemand: performance.now() - readyAt < DEMAND_MS,
        // A guest that does not stop holds a thread for good: only the end of the process frees it.
        onEnd: (isAtRest) => (isAtRest ? ready() : endProcess()),
      })
      break
    }
    case 'invoke':
      run?.onInvoke(message, payload)
      break
    case 'answer':
    case 'answer-failed':
    case 'response':
    case 'response-failed':
      run?.onAnswer(message, payload)
      break
  }
}

if (selfTest === 'self-test') await testKillability(addon)
receive(onMessage)
ready()
setImmediate(warmUp, runtimeSpecifier)
