// The runs of the soak: what each one does, what must become of it, and how often it comes.

import { setTimeout } from 'node:timers/promises'
import type { ExecuteRequest, ExecuteResult, Executor } from '@supolka/codemode-executor'
import { ExecutorError } from '@supolka/codemode-executor'
import { childrenOf } from '../lifecycle/children.ts'
import { openExecutor } from '../lifecycle/open-executor.ts'

/** Starts one run and answers a complaint when it did not end as it must. */
export type Load = { name: string; share: number; run: (executor: Executor) => Promise<string> }

/** The signal that all runs share, so that a listener left behind shows. */
const shared = new AbortController()
export const sharedSignal: AbortSignal = shared.signal

const providers = [{ name: 'tools', tools: ['echo'] }]
const dispatch = async (_: string, __: string, argsJson: string): Promise<string> =>
  `{"result":${argsJson}}`

const request = (code: string, more: Partial<ExecuteRequest> = {}): ExecuteRequest => ({
  code,
  providers,
  dispatch,
  outbound: null,
  signal: sharedSignal,
  timeout: 20_000,
  ...more,
})

const complain = (name: string, came: unknown): string => `${name}: ${JSON.stringify(came)}`

const expecting =
  (name: string, what: ExecuteRequest, isRight: (outcome: ExecuteResult) => boolean) =>
  async (executor: Executor): Promise<string> => {
    try {
      const outcome = await executor.execute(what)

      return isRight(outcome) ? '' : complain(name, outcome)
    } catch (failure) {
      const cause = failure instanceof Error ? failure.cause : undefined

      return complain(name, { failure: String(failure), cause })
    }
  }

const hasError =
  (text: string) =>
  ({ error }: ExecuteResult): boolean =>
    error?.startsWith(text) === true

const work = `async () => {
  const list = Array.from({ length: 500 }, (_, index) => ({ index, text: 'x'.repeat(20) }))
  console.log('working on', list.length)
  await new Promise((resolve) => setTimeout(resolve, 0))
  return (await tools.echo({ list })).list.length
}`
const hoard = 'async () => { const all = []; for (;;) all.push(new Array(1000).fill(all.length)) }'
const loop = 'async () => { for (;;) {} }'

async function abort(executor: Executor): Promise<string> {
  const controller = new AbortController()
  const run = expecting(
    'abort',
    request(loop, { signal: controller.signal }),
    hasError('Execution was'),
  )
  const complaint = run(executor)
  await setTimeout(20)
  controller.abort()

  return await complaint
}

/** An executor of its own, so that a child with an honest run on it is not the one that dies. */
async function crash(): Promise<string> {
  await using executor = openExecutor({ workers: 1 })
  const killing = async (): Promise<string> => {
    for (const pid of ownChildren) process.kill(pid, 'SIGKILL')

    return '{}'
  }
  const before = new Set(childrenOf())
  const ownChildren: Array<number> = []
  const warm = executor.execute(request('async () => 1'))
  ownChildren.push(...childrenOf().filter((pid) => !before.has(pid)))
  await warm
  try {
    const code = 'async () => { await tools.echo(1); for (;;) {} }'

    return complain('crash', await executor.execute(request(code, { dispatch: killing })))
  } catch (failure) {
    const isRight =
      failure instanceof ExecutorError &&
      failure.code === 'WORKER_CRASHED' &&
      failure.retryable &&
      failure.dispatched === 1

    return isRight ? '' : complain('crash', String(failure))
  }
}

/** Every kind of end a run can have. */
export const loads: Array<Load> = [
  {
    name: 'value',
    share: 0.84,
    run: expecting(
      'value',
      request(work),
      ({ result, logs }) => result === 500 && logs?.length === 1,
    ),
  },
  {
    name: 'throw',
    share: 0.08,
    run: expecting(
      'throw',
      request(`async () => { await tools.echo(1); throw new RangeError('thrown') }`),
      hasError('thrown'),
    ),
  },
  {
    name: 'syntax error',
    share: 0.06,
    run: expecting('syntax error', request('async () => {'), ({ error }) => error !== undefined),
  },
  {
    name: 'timeout',
    share: 0.008,
    run: expecting('timeout', request(loop, { timeout: 25 }), hasError('Execution timed out')),
  },
  {
    name: 'memory',
    share: 0.006,
    run: expecting('memory', request(hoard), hasError('Execution ran out of memory')),
  },
  { name: 'abort', share: 0.003, run: abort },
  { name: 'crash', share: 0.003, run: crash },
]

/** A load drawn with the frequency of its share. */
export function drawLoad(at: number): Load {
  let rest = at
  for (const load of loads) {
    rest -= load.share
    if (rest < 0) return load
  }
  const [first] = loads
  if (first === undefined) throw new Error('There are no loads.')

  return first
}
