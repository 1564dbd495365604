// One pool slot's child process as the host sees it: starts it, checks every message, watches it, and
// ends it. What a run means is not known here: messages go to whoever occupies the worker.

import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { PAYLOAD_LIMIT } from '@supolka/codemode-executor-protocol'
import { checkMessage } from '../channel/check-message.ts'
import { createFrameReader, encodeFrame } from '../channel/frames.ts'
import type { ToChild, ToHost } from '../channel/messages.ts'
import { spawnChild, type ChildSettings } from './spawn-child.ts'

/** How much of a child's last words is kept, in characters. */
const LAST_WORDS = 2_000

/** A child that is not ready by then failed to start, in milliseconds. */
const START_TIMEOUT_MS = 30_000

/** How a child ended. */
export type ChildExit = { code: number | null; signal: string | null; lastWords: string }

/** Whoever occupies a worker hears what its child says and how it ends. */
export type Occupant = {
  onMessage: (message: ToHost, payload: Buffer) => void
  onExit: (exit: ChildExit) => void
}

export type Worker = {
  readonly id: number
  readonly runs: number
  readonly pid: number | undefined
  /** Occupies the worker until it is ready again or dead. */
  occupy: (occupant: Occupant) => void
  send: (message: ToChild, payload?: Uint8Array) => void
  /** Kills the child at once. The occupant is let go first: it has its verdict. */
  kill: () => void
  /** Whether the child keeps the host process alive. */
  hold: (isHeld: boolean) => void
  /** Whether the child holds more memory than a program of its limit may make it hold. */
  isOverMemory: () => boolean
  readonly exited: Promise<void>
}

export type WorkerEvents = {
  /** A prepared isolate waits: at start and after each run. */
  onReady: (worker: Worker) => void
  onExit: (worker: Worker, exit: ChildExit, wasReady: boolean) => void
}

export type WorkerOptions = { id: number; settings: ChildSettings; testsItself: boolean }

export function startWorker(options: WorkerOptions, events: WorkerEvents): Worker {
  const child = spawnChild(options.settings, options.testsItself)
  const { stdin, stdout, stderr } = pipesOf(child)
  let occupant: Occupant | undefined
  let isKilled = false
  let wasReady = false
  let runs = 0
  let lastWords = ''
  let residentCap = Infinity
  // The child watches itself more closely; this is for a child that cannot any more.
  const extraBytes = (LIMIT_FACTOR * options.settings.memoryLimit + ALLOWANCE_MB) * 1_048_576
  let markExited: () => void = () => undefined
  const exited = new Promise<void>((resolve) => {
    markExited = resolve
  })

  const kill = (): void => {
    occupant = undefined
    isKilled = true
    child.kill('SIGKILL')
  }
  const startTimer = setTimeout(kill, START_TIMEOUT_MS)

  const worker: Worker = {
    id: options.id,
    get runs() {
      return runs
    },
    pid: child.pid,
    occupy: (next) => {
      occupant = next
      runs += 1
    },
    send: (message, payload) => {
      if (isKilled || stdin.destroyed) return
      for (const part of encodeFrame(message, payload)) stdin.write(part)
    },
    kill,
    hold: (isHeld) => {
      for (const held of [child, stdin, stdout, stderr]) {
        if (isHeld) held.ref()
        else held.unref()
      }
    },
    isOverMemory: () => residentBytes(child.pid) > residentCap,
    exited,
  }

  const onMessage = (message: ToHost, payload: Buffer): void => {
    if (message.type === 'ready') {
      clearTimeout(startTimer)
      occupant = undefined
      if (!wasReady) residentCap = residentBytes(child.pid) + extraBytes
      wasReady = true
      events.onReady(worker)
    } else if (message.type === 'fatal') {
      lastWords = message.message.slice(-LAST_WORDS)
    } else {
      occupant?.onMessage(message, payload)
    }
  }
  const read = createFrameReader(PAYLOAD_LIMIT, ({ header, payload }) => {
    const message = checkMessage(header)
    if (message === undefined) throw new Error('A message has no known shape.')
    if (!isKilled) onMessage(message, payload)
  })
  stdout.on('data', (chunk: Buffer) => {
    try {
      if (!isKilled) read(chunk)
    } catch (error) {
      // A child that breaks the protocol is not to be trusted with anything any more.
      lastWords = String(error)
      child.kill('SIGKILL')
    }
  })
  stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS)
  })
  // Writes to a child that is gone: its exit tells what there is to tell.
  stdin.on('error', () => undefined)

  const onExit = (code: number | null, signal: string | null): void => {
    clearTimeout(startTimer)
    const exit = { code, signal, lastWords }
    const leaving = occupant
    occupant = undefined
    isKilled = true
    leaving?.onExit(exit)
    events.onExit(worker, exit, wasReady)
    markExited()
  }
  child.once('error', (error) => {
    lastWords = String(error)
    // A child that could not be spawned never exits.
    if (child.pid === undefined) onExit(null, null)
  })
  // `close` comes after the last byte of the pipes was read, so that a verdict on its way is heard.
  child.once('close', onExit)

  return worker
}

function pipesOf(child: ChildProcess): { stdin: Socket; stdout: Socket; stderr: Socket } {
  // With `pipe`, each of the three is a socket of its own.
  return {
    stdin: child.stdin as unknown as Socket,
    stdout: child.stdout as unknown as Socket,
    stderr: child.stderr as unknown as Socket,
  }
}

const PAGE_BYTES = 4_096
const LIMIT_FACTOR = 3
const ALLOWANCE_MB = 96

/** Resident memory of a process in bytes; zero where the system does not tell or it has just gone. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES
  } catch {
    return 0
  }
}
