// What every side runs, and what it must answer. A program calls `tools.echo(value)`.

export type Program = {
  code: string
  /** Where the peer's tool is; ours is always in the host process. */
  toolsOfPeer: 'worker' | 'host'
}

export type Workload = Program & {
  title: string
  isAnswer: (value: unknown) => boolean
  /** Runs of one side before another takes its turn. */
  chunk: number
  /** Pause before each run in milliseconds: the shape of a model's calls. */
  gapMs: number
  /** Runs in flight at once. Above 1 a sample is the time of a chunk divided by its runs. */
  lanes: number
}

const MEGABYTE = 1_048_576
const LARGE = 'x'.repeat(MEGABYTE)

const base = { toolsOfPeer: 'worker', gapMs: 0, lanes: 1 } as const

const trivial = { ...base, code: 'async () => 1 + 1', isAnswer: (value: unknown) => value === 2 }

const inSequence = {
  ...base,
  code: `async () => {
    let sum = 0
    for (let i = 0; i < 10; i++) sum += (await tools.echo({ id: 't' + i, i })).i
    return sum
  }`,
  isAnswer: (value: unknown) => value === 45,
  chunk: 5,
}

const inParallel = {
  ...base,
  code: `async () => {
    const calls = Array.from({ length: 100 }, (_, i) => tools.echo({ id: 'p' + i, i }))
    return (await Promise.all(calls)).reduce((sum, answer) => sum + answer.i, 0)
  }`,
  isAnswer: (value: unknown) => value === 4950,
  chunk: 4,
}

/** Where a title names no place, the peer's tools are in its Worker, or the program calls none. */
export const workloads: Array<Workload> = [
  { ...trivial, title: 'trivial, back to back', chunk: 20 },
  { ...trivial, title: 'trivial, 25 ms between', chunk: 8, gapMs: 25 },
  { ...inSequence, title: 'ten tool calls in sequence' },
  { ...inSequence, title: 'the same, its tools in the host too', toolsOfPeer: 'host' },
  { ...inParallel, title: '100 parallel tool calls' },
  { ...inParallel, title: 'the same, its tools in the host too', toolsOfPeer: 'host' },
  {
    ...base,
    title: '1 MB string result',
    code: `async () => 'x'.repeat(${MEGABYTE})`,
    isAnswer: (value) => value === LARGE,
    chunk: 5,
  },
  { ...trivial, title: '16 in flight, ms a run', chunk: 64, lanes: 16 },
]
