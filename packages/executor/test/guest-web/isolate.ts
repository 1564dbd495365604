// A real isolate with the groups of web globals and the smallest core that can carry them.

import { readFileSync } from 'node:fs'
import type { OutboundMode, OutboundRequestMessage } from '@supolka/codemode-executor-protocol'
import ivm from 'isolated-vm'
import { type GroupDeclaration, GROUPS } from '../../src/guest/groups.ts'

const bundles = new URL('../../dist/bundle/', import.meta.url)

export const groupText = (name: string): string =>
  readFileSync(new URL(`guest-${name}.js`, bundles), 'latin1')

const { blob, clone, dom, fetch, idna, messaging, pattern, performance, streams, text, url } =
  GROUPS

/** The groups that need no more of the core than the stub offers. */
export const WEB_GROUPS: Readonly<Record<string, GroupDeclaration>> = {
  blob,
  clone,
  dom,
  fetch,
  idna,
  messaging,
  pattern,
  performance,
  streams,
  text,
  url,
}

/** A request as the stub host sees it, its body one character for each byte. */
export type SentRequest = Omit<OutboundRequestMessage, 'body'> & { text: string }

/** What the stub host answers: a message, a text to reject with, or nothing at all. */
export type Answer = { message: unknown; body?: string } | { error: string } | undefined

export type Host = {
  mode?: OutboundMode
  answer?: (request: SentRequest) => Answer
}

// The core's part: timers that the test's host fires, exchanges as JSON texts, lazy groups.
const STUB_CORE = `
  const loaded = { __proto__: null }
  const order = []
  const timers = new Map()
  const reported = []
  let lastId = 0
  const bytesOf = (text) => Uint8Array.from(text, (char) => char.charCodeAt(0)).buffer
  const textOf = (buffer) => buffer === null ? '' : String.fromCharCode(...new Uint8Array(buffer))
  const startedAt = Date.now() - 1
  const then = Promise.prototype.then
  const runtime = Object.freeze({
    need(name) {
      if (!(name in loaded)) { order.push(name); loaded[name] = (0, eval)(groupText(name))(runtime) }
      return loaded[name]
    },
    outboundMode: () => mode,
    exchange(request) {
      let cancelled = false
      const response = new Promise((resolve, reject) => {
        const text = exchange(JSON.stringify({ ...request, body: undefined, text: textOf(request.body) }))
        if (text === undefined) return
        const { message, body, error } = JSON.parse(text)
        if (error !== undefined) reject(new Error(error))
        else {
          const bytes = body === undefined ? undefined : bytesOf(body)
          resolve(message && { __proto__: null, ...message, body: bytes })
        }
      })
      return { response, cancel() { cancelled = true; cancelledCalls.push(request.url) } }
    },
    maxRedirects: () => 20,
    setTimer: (callback, delay) => (timers.set(++lastId, callback), armTimer(lastId, delay), lastId),
    clearTimer: (id) => void timers.delete(id),
    queueMicrotask: (callback) => void then.call(Promise.resolve(), callback),
    queueTask: (callback) => runtime.setTimer(callback, 0),
    reportError: (error) => void reported.push(String(error)),
    currentTime: () => Date.now() - startedAt,
    timeOrigin: () => startedAt,
    webAssembly: () => undefined,
  })
  const cancelledCalls = []
  for (const [group, names] of Object.entries(groups)) {
    for (const name of names) {
      Object.defineProperty(globalThis, name, {
        configurable: true,
        get: () => runtime.need(group)[name],
        set: (value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true }),
      })
    }
  }
  globalThis.testing = { runtime, reported, cancelledCalls, loads: () => [...order] }
  return (id) => { const callback = timers.get(id); timers.delete(id); callback?.() }
`

export type GuestRealm = {
  /** Runs the body of an async function; its value comes back through JSON. */
  run(body: string): Promise<unknown>
  requests: Array<SentRequest>
  [Symbol.dispose](): void
}

/** A fresh isolate. Dispose it after the test. */
export async function createRealm(host: Host = {}): Promise<GuestRealm> {
  const isolate = new ivm.Isolate({ memoryLimit: 128 })
  const context = await isolate.createContext()
  const requests: GuestRealm['requests'] = []
  const exchange = (sent: string): string | undefined => {
    const request: SentRequest = JSON.parse(sent)
    requests.push(request)
    const answer = host.answer?.(request)
    return answer === undefined ? undefined : JSON.stringify(answer)
  }
  const pending = new Set<NodeJS.Timeout>()
  const armTimer = (id: number, delay: number): void => {
    const timer = setTimeout(() => {
      pending.delete(timer)
      // The isolate may be gone before the call is through.
      // oxlint-disable-next-line no-useless-call -- the apply of a reference, not of a function
      fireTimer.apply(undefined, [id]).catch(() => undefined)
    }, delay)
    pending.add(timer)
  }
  const groups = Object.fromEntries(
    Object.entries(WEB_GROUPS).map(([name, { globals }]) => [name, globals]),
  )
  const fireTimer: ivm.Reference<(id: number) => void> = await context.evalClosure(
    `const groupText = $0, exchange = $1, armTimer = $2, mode = $3, groups = JSON.parse($4); ${STUB_CORE}`,
    [
      new ivm.Callback(groupText),
      new ivm.Callback(exchange),
      new ivm.Callback(armTimer),
      host.mode ?? 'stub',
      JSON.stringify(groups),
    ],
    { result: { reference: true } },
  )

  return {
    requests,
    run: async (body) => {
      const code = `(async () => JSON.stringify(await (async () => { ${body} })()) ?? 'null')()`
      const json: string = await context.eval(code, { promise: true })
      return JSON.parse(json) as unknown
    },
    [Symbol.dispose]: () => {
      for (const timer of pending) clearTimeout(timer)
      isolate.dispose()
    },
  }
}

/** The different values of a list that came out of a realm. */
export const distinct = (values: unknown): Array<unknown> =>
  Array.isArray(values) ? [...new Set(values)] : []
