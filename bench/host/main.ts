/* oxlint-disable no-await-in-loop -- runs are measured one after the other */
// The process of one row: creates it, runs workloads on request and times them.

import { setTimeout as sleep } from 'node:timers/promises'
import { loadRow } from '../rows/registry.ts'
import type { Row, RunOutcome } from '../rows/row.ts'
import { heldRun, programs, throughput, workloads, type Program } from '../workloads.ts'
import type { HostCalls, HostQuestion, HostReply } from './host-calls.ts'
import { createHostTools } from './host-tools.ts'
import { rowLimits } from './row-limits.ts'

/** How long held runs may take to reach their tool, after the last one that did. */
const HOLD_PATIENCE_MS = 1500

const rowName = process.argv[2] ?? ''
const { tools, held, release } = createHostTools()
let opening: Promise<Row> | undefined
let holding: Array<Promise<RunOutcome>> = []

function openRow(): Promise<Row> {
  opening ??= loadRow(rowName).then((create) => create({ ...rowLimits, tools }))

  return opening
}

function check({ title, isAnswer }: Program, outcome: RunOutcome): void {
  if (!outcome.ok) throw new Error(`${title}: ${outcome.error}`)
  if (isAnswer(outcome.value)) return
  const shown = JSON.stringify(outcome.value)?.slice(0, 80)
  throw new Error(`${title}: wrong answer ${shown}`)
}

const calls: HostCalls = {
  async warm(id) {
    await calls.measure(id, programs[id].warmRuns)
  },

  async measure(id, runs) {
    const program = programs[id]
    const row = await openRow()
    const samples: Array<number> = []
    while (samples.length < runs) {
      if (program.gapMs !== undefined) await sleep(program.gapMs)
      const start = performance.now()
      const outcome = await row.run(program.body)
      samples.push(performance.now() - start)
      check(program, outcome)
    }

    return samples
  },

  async throughput(runs) {
    const row = await openRow()
    let started = 0
    const lane = async () => {
      while (started < runs) {
        started++
        check(workloads.w1, await row.run(workloads.w1.body))
      }
    }
    const start = performance.now()
    await Promise.all(Array.from({ length: throughput.concurrency }, lane))

    return { perSecond: (runs * 1000) / (performance.now() - start) }
  },

  async hold(count) {
    const row = await openRow()
    holding = Array.from({ length: count }, () => row.run(heldRun.body))
    let reached = 0
    let giveUpAt = performance.now() + HOLD_PATIENCE_MS
    while (held() < count && performance.now() < giveUpAt) {
      if (held() > reached) giveUpAt = performance.now() + HOLD_PATIENCE_MS
      reached = held()
      await sleep(20)
    }

    return held()
  },

  async release() {
    // Runs that waited for a free worker reach their tool only once others have ended.
    const releasing = setInterval(release, 5)
    try {
      const outcomes = await Promise.all(holding)

      return outcomes.filter((outcome) => outcome.ok).length
    } finally {
      clearInterval(releasing)
    }
  },

  async idleHeap() {
    const row = await openRow()
    const outcome = await row.run(workloads.w1.body)
    check(workloads.w1, outcome)

    return outcome.ok ? (outcome.idleHeapBytes ?? 0) : 0
  },

  async collectGarbage() {
    globalThis.gc?.()
    await sleep(50)
    globalThis.gc?.()
  },

  async close() {
    await (await opening)?.close()
  },
}

async function reply({ id, call, args }: HostQuestion): Promise<HostReply> {
  try {
    const answer: unknown = await Reflect.apply(calls[call], calls, args)

    return { id, answerJson: JSON.stringify(answer ?? null) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

process.on('message', async (question: HostQuestion) => {
  process.send?.(await reply(question))
})
process.on('disconnect', () => process.exit(0))
