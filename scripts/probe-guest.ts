// Looks at the guest runtime from inside: which globals an isolate has, in what shape, and whether the
// deviations that are written down are so.

import { runInNewContext } from 'node:vm'
import {
  createExecutor,
  type InProcessExecutor,
  type OutboundFetchFn,
} from '@supolka/codemode-executor'
import { CHECK_PRELUDE, STUB_ANSWERS, type Check } from './deviation.ts'

export type Shape = {
  /** What `typeof` says. */
  type: string
  /** Of functions; `null` for everything else. */
  length: number | null
  name: string | null
  isEnumerable: boolean
}

/** The shapes of what was asked for; `null` is absent. */
export type Shapes = Record<string, Shape | null>

export type Probe = {
  /** Of the names that were asked for and of every own name of the global object. */
  shapes: Shapes
  /** The same with the option `webAssembly`. */
  shapesWithWebAssembly: Shapes
  /** Of a V8 context with nothing put into it. */
  language: Shapes
  /** Names whose construction says that they are absent. */
  refusing: Array<string>
  /** The answers to the expressions that were asked for. */
  answers: Array<boolean>
}

export type Questions = {
  names: ReadonlyArray<string>
  mayRefuse: ReadonlyArray<string>
  expressions: ReadonlyArray<string>
}

// A getter of a prototype has its enumerability there, so the search goes up.
const DESCRIBE = `(paths) => Object.fromEntries([...paths, ...Object.getOwnPropertyNames(globalThis)].map((path) => {
  const steps = path.split('.')
  const name = steps.pop()
  let holder = globalThis
  for (const step of steps) holder = holder?.[step]
  if (holder === undefined || holder === null || !(name in holder)) return [path, null]
  const value = holder[name]
  while (!Object.hasOwn(holder, name)) holder = Object.getPrototypeOf(holder)
  const isFunction = typeof value === 'function'
  return [path, {
    type: typeof value,
    length: isFunction ? value.length : null,
    name: isFunction ? value.name : null,
    isEnumerable: Object.getOwnPropertyDescriptor(holder, name).enumerable,
  }]
}))`

const REFUSES = `(name) => {
  try { new globalThis[name]('gzip'); return false } catch (error) { return error?.name === 'NotSupportedError' }
}`

async function ask<Answer>(executor: InProcessExecutor, expression: string): Promise<Answer> {
  const { result, error } = await executor.execute({
    code: `async () => JSON.stringify(${expression})`,
  })
  if (error !== undefined) throw new Error(`The probe failed: ${error}`)

  const answer: Answer = JSON.parse(String(result))

  return answer
}

/** Asks a fresh isolate of each kind. Throws what an isolate throws. */
export async function probeGuest({ names, mayRefuse, expressions }: Questions): Promise<Probe> {
  await using plain = createExecutor({ workers: 1, outbound: null })
  await using full = createExecutor({ workers: 1, outbound: null, webAssembly: true })
  const described = `(${DESCRIBE})(${JSON.stringify(names)})`

  return {
    shapes: await ask(plain, described),
    shapesWithWebAssembly: await ask(full, described),
    language: runInNewContext(`(${DESCRIBE})([])`),
    refusing: await ask(plain, `${JSON.stringify(mayRefuse)}.filter(${REFUSES})`),
    answers: await ask(plain, `[${expressions.join(', ')}]`),
  }
}

const answerStub: OutboundFetchFn = async (request) => {
  const { status, headers } = STUB_ANSWERS[new URL(request.url).pathname] ?? {
    status: 200,
    headers: [],
  }
  const text = JSON.stringify({ ...request, body: null })

  return { status, statusText: '', headers, body: new TextEncoder().encode(text).buffer }
}

/** Runs each check in an isolate of its own; answers what came of those that did not hold, by index. */
export async function runChecks(
  checks: ReadonlyArray<Check | undefined>,
): Promise<Map<number, string>> {
  await using plain = createExecutor({ workers: 1 })
  await using full = createExecutor({ workers: 1, webAssembly: true })
  const failed = new Map<number, string>()
  for (const [index, check] of checks.entries()) {
    if (check === undefined) continue
    const { body, logs: lines = 0, outbound = 'stub', webAssembly = false } = check
    // oxlint-disable-next-line no-await-in-loop -- there is one worker
    const { result, error, logs } = await (webAssembly ? full : plain).execute({
      code: `async () => {${CHECK_PRELUDE}\n${body}\n}`,
      outbound: outbound === 'stub' ? answerStub : null,
    })
    if (result === true && logs?.length === lines) continue
    failed.set(index, JSON.stringify({ result, error, logs }))
  }

  return failed
}
