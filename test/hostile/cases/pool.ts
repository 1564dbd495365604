// Callers and programs that wear out the pool of workers.

import { inTurn } from '../in-turn.ts'
import { rejection } from '../run-case.ts'
import { echo, store } from '../store.ts'
import type { Attack, HostileCase, Outcome } from '../hostile-case.ts'

/** Runs the programs one after the other, each outcome or rejection kept. */
async function eachRun(
  { execute }: Attack,
  programs: Array<unknown>,
  request: { timeout?: number } = {},
): Promise<Outcome> {
  const runs = await inTurn(programs, async (code): Promise<Outcome> => {
    try {
      return await execute({ ...request, code })
    } catch (failure) {
      return { rejected: rejection(failure) }
    }
  })

  return { runs }
}

const shortBombs = [
  'async () => { for (;;); }',
  'async () => { throw null }',
  'async () => { const a = []; for (;;) a.push(a.slice(0).concat(new Array(1e5).fill(1))) }',
]

export const poolCases: Array<HostileCase> = [
  {
    id: 'worker-death-by-program-is-not-a-rejection',
    basis: 'contract',
    note: 'a death that the program caused is the memory or the timeout text, never WORKER_CRASHED',
    providers: [store],
    dispatch: echo,
    maxWallMs: 90_000,
    expect: {
      check: ({ runs = [] }) =>
        runs.every(({ rejected }) => rejected === undefined) ||
        `execute rejected: ${JSON.stringify(runs.map(({ rejected }) => rejected))}`,
    },
    run: (attack) =>
      eachRun(
        attack,
        [
          'async () => { const a = []; for (;;) a.push(new ArrayBuffer(1 << 20)) }',
          `async () => { const a = []; for (;;) a.push('é'.repeat(1e6) + a.length) }`,
          `async () => [...'.'.repeat(4e8)].length`,
          'async () => { new Array(1024 * 1024 * 60).fill(); return 1 }',
          `async () => { for (;;) store.fast('x'.repeat(1000)) }`,
        ],
        { timeout: 6000 },
      ),
  },
  {
    id: 'fifty-bombs-in-a-row',
    basis: 'common',
    slow: true,
    maxWallMs: 180_000,
    maxHostMb: 500,
    expect: {
      check: ({ runs = [] }) =>
        runs.every(({ error }) => error !== undefined) ||
        JSON.stringify(runs.filter(({ error }) => error === undefined).slice(0, 3)),
    },
    run: (attack) =>
      eachRun(
        attack,
        Array.from({ length: 50 }, (_, index) => shortBombs[index % shortBombs.length]),
        { timeout: 400 },
      ),
  },
  {
    id: 'code-is-not-a-string',
    basis: 'common',
    maxWallMs: 15_000,
    expect: { check: ({ runs = [] }) => runs.length === 5 },
    run: (attack) => eachRun(attack, [undefined, null, 5, {}, { toString: () => 'async () => 1' }]),
  },
]
