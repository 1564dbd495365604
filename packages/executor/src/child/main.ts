// The child process: one execution at a time, in an isolate that was prepared before it was asked for.
// Arguments: folder of isolated-vm, its version, memory limit in megabytes, whether to test itself,
// whether to leave WebAssembly in.

import { randomBytes } from 'node:crypto'
import { memoryUsage } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import type { ToChild } from '../channel/messages.ts'
import { readBundles } from './bundles.ts'
import { IsolateFactory, type PreparedIsolate } from './isolate.ts'
import { loadAddon } from './load-addon.ts'
import { endProcess, receive, send } from './pipe.ts'
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

/**
 * A run that comes within this time of the isolate for it was waiting for that; in milliseconds. Where none
 * comes, idle time begins.
 */
const DEMAND_MS = 10

let run: Run | undefined
let readyAt = 0
let idleRss = 0
/** Isolates that wait for a program. The one prepared last is taken first. */
const reserve: Array<PreparedIsolate> = []
let idleTimer: NodeJS.Timeout | undefined

process.on('uncaughtException', (error) => {
  send({ type: 'fatal', message: String(error.stack ?? error) })
  endProcess()
})

// A terminal or a supervisor signals all processes of a host at once. The host decides what that means
// for its runs; a host that is gone is seen at the end of the input.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

const addon = loadAddon(isolatedVmFolder)
const proof = selfTest === 'self-test' ? testKillability(addon) : undefined
const bundles = readBundles(import.meta.dirname)
const runtimeSpecifier = `executor:${randomBytes(16).toString('hex')}`
const factory = new IsolateFactory({
  addon,
  bundles,
  memoryLimit,
  webAssembly: webAssembly === 'web-assembly',
  onCatastrophe: () => run?.onCatastrophe(),
})

function prepare(): void {
  reserve.push(factory.prepare())
}

function rest(): void {
  run = undefined
  factory.cacheMissedGroups()
  if (reserve.length === 0) prepare()
  sayReady()
}

function sayReady(): void {
  send({
    type: 'ready',
    node: process.versions.node,
    v8: process.versions.v8,
    isolatedVm: isolatedVmVersion,
  })
  readyAt = performance.now()
  waitForIdleTime(DEMAND_MS)
}

function waitForIdleTime(delay: number): void {
  idleRss = memoryUsage.rss()
  clearTimeout(idleTimer)
  idleTimer = setTimeout(useIdleTime, delay)
}

/** Work that can wait, in small pieces, so that a run that comes does not wait for it. */
function useIdleTime(): void {
  const next = reserve.at(-1)
  if (factory.cacheNextGroup()) waitForIdleTime(1)
  else if (next !== undefined) rehearse(next, runtimeSpecifier)
}

function onMessage(message: ToChild, payload: Buffer): void {
  switch (message.type) {
    case 'run': {
      const prepared = reserve.pop()
      if (prepared === undefined) throw new Error('A run arrived while no isolate was prepared.')
      clearTimeout(idleTimer)
      run = new Run({
        addon,
        prepared,
        message,
        runtimeSpecifier,
        groupText: (name) => bundles.groups[name],
        idleRss,
        residentCap: cap,
        isInDemand: performance.now() - readyAt < DEMAND_MS,
        // A guest that does not stop holds a thread for good: only the end of the process frees it.
        onEnd: (isAtRest) => (isAtRest ? rest() : endProcess()),
      })
      break
    }
    case 'prepare':
      prepare()
      sayReady()
      break
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

// The proof takes its time on a thread of its own.
// Before the first run: what a group costs without its cache would be on the clock of a run.
while (factory.cacheNextGroup());
prepare()
await proof
receive(onMessage)
rest()
setImmediate(warmUp, runtimeSpecifier)
