// The runs that links are cut under. Each one counts itself in two ways before it does anything else:
// by a tool of its caller, and at a counting server on this machine that no link is between.

import type {
  ExecuteRequest,
  ExecuteResult,
  Executor,
  LogLine,
} from '@supolka/codemode-executor-protocol'
import { requestTo, responseOf, textOf } from '../contract/exchanges.ts'
import { ABORTED } from '../contract/outcomes.ts'

/** What one run tells and is told. */
export type RunContext = {
  /** Names the run in everything it counts. */
  id: string
  /** The counting server's URL, which ends with a slash. */
  counter: string
  /** Called when the run's own tool hears of it. */
  onBegin: () => void
  /** Called for everything else that reaches the caller from the run. */
  onHeard: () => void
}

/** Does one run and answers a complaint when its outcome is not the right one. Rejects with its fault. */
export type Load = (executor: Executor, context: RunContext) => Promise<string>

const LARGE = 100_000

/** The first steps of every program. */
const beginning = ({ id, counter }: RunContext): string =>
  `await tools.begin(); await fetch(${JSON.stringify(`${counter}${id}`)})`

function requestOf(
  context: RunContext,
  steps: string,
  rest: Partial<ExecuteRequest> = {},
): ExecuteRequest {
  return {
    code: `async () => { ${beginning(context)}; ${steps} }`,
    providers: [{ name: 'tools', tools: ['begin', 'echo'] }],
    dispatch: async (_provider, tool, argsJson) => {
      if (tool === 'begin') context.onBegin()
      else context.onHeard()

      return `{"result":${argsJson || 'null'}}`
    },
    onLog: () => context.onHeard(),
    ...rest,
  }
}

const complaint = (outcome: ExecuteResult, isRight: boolean): string =>
  isRight ? '' : JSON.stringify(outcome).slice(0, 300)

const tools: Load = async (executor, context) => {
  const steps = `
    let sum = 0
    for (let index = 0; index < 5; index += 1) { console.log(index); sum += await tools.echo(index) }
    return sum`
  const outcome = await executor.execute(requestOf(context, steps))
  const lines = outcome.logs?.map(({ text }: LogLine) => text).join('')

  return complaint(outcome, outcome.result === 10 && lines === '01234')
}

const large: Load = async (executor, context) => {
  const steps = `
    const answer = await tools.echo('"'.repeat(${LARGE}))
    return answer + '\u00e9'.repeat(${LARGE})`
  const outcome = await executor.execute(requestOf(context, steps))

  return complaint(outcome, outcome.result === '"'.repeat(LARGE) + '\u00e9'.repeat(LARGE))
}

const throws: Load = async (executor, context) => {
  const outcome = await executor.execute(requestOf(context, `throw new RangeError('on purpose')`))

  return complaint(outcome, outcome.error === 'on purpose')
}

const modules: Load = async (executor, context) => {
  const steps = `return (await import('greeter')).greet(${JSON.stringify(context.id)})`
  const rest = { modules: { greeter: `export const greet = (name) => 'hello ' + name` } }
  const outcome = await executor.execute(requestOf(context, steps, rest))

  return complaint(outcome, outcome.result === `hello ${context.id}`)
}

const stub: Load = async (executor, context) => {
  const outcome = await executor.execute(
    requestOf(context, `return await (await fetch('https://stub.test/')).text()`, {
      outbound: async ({ url }) => {
        if (!url.startsWith(context.counter)) context.onHeard()

        return responseOf(`answer of ${url}`)
      },
    }),
  )

  return complaint(outcome, outcome.result === 'answer of https://stub.test/')
}

const abort: Load = async (executor, context) => {
  const controller = new AbortController()
  const rest = {
    signal: controller.signal,
    onLog: () => {
      context.onHeard()
      controller.abort()
    },
  }
  const outcome = await executor.execute(
    requestOf(context, `console.log('looping'); for (;;);`, rest),
  )

  return complaint(outcome, outcome.error === ABORTED)
}

const handle: Load = async (executor, context) => {
  const steps = 'let count = 0; return () => new Response(`answer ${(count += 1)}`)'
  const outcome = await executor.execute(requestOf(context, steps, { retainHandles: true }))
  const { executionId = '' } = outcome
  if (executionId === '') return complaint(outcome, false)
  try {
    const response = await executor.invokeHandle(executionId, 'fetch', requestTo('/'))

    return textOf(response.body) === 'answer 1' ? '' : JSON.stringify(response)
  } finally {
    // A link that breaks here leaves the handles to the idle bound of the server.
    await executor.closeHandles(executionId).catch(() => undefined)
  }
}

/** Every kind, as often as it is to come. */
const loads: Array<[name: string, load: Load, weight: number]> = [
  ['tools', tools, 8],
  ['large', large, 3],
  ['throws', throws, 3],
  ['modules', modules, 3],
  ['stub', stub, 3],
  ['abort', abort, 1],
  ['handle', handle, 2],
]

const bag = loads.flatMap(([name, load, weight]) =>
  Array.from({ length: weight }, () => ({ name, load })),
)

/** A kind of run drawn by its weight; `at` is a number from 0 to below 1. */
export function drawLoad(at: number): { name: string; load: Load } {
  const drawn = bag[Math.floor(at * bag.length)]
  if (drawn === undefined) throw new RangeError(`No load at ${at}.`)

  return drawn
}
