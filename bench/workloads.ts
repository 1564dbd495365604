// The programs that every row runs, what they must answer, how long they are measured, and the marks.
// A program is the inside of an async function; `tools.<name>(arg)` calls the host.

export type Program = {
  title: string
  body: string
  isAnswer: (value: unknown) => boolean
  /** Runs of one side before the other side takes its turn. */
  chunk: number
  /** Runs of each side, not measured, before the first chunk of a round. */
  warmRuns: number
  /** Pause before each run, in milliseconds: the shape of a model's calls. */
  gapMs?: number
}

export type Workload = Program & {
  /** Measured time of one full round, in milliseconds, both sides together. */
  budgetMs: number
  /** The largest ratio to the floor that we accept. */
  mark: number
}

/** A program that is the trivial one but for its first touch of a web global. */
export type Touch = Program & {
  /** The most milliseconds over the trivial program that we accept. */
  markMs: number
}

export type WorkloadId = keyof typeof paired

export type TouchId = 'w9u' | 'w9f'

export type ProgramId = WorkloadId | TouchId

const is = (expected: unknown) => (value: unknown) => value === expected

const MEGABYTE = 1_048_576

const COMPUTE = `
  const size = 260000
  const composite = new Uint8Array(size + 1)
  let primes = 0
  for (let i = 2; i <= size; i++) {
    if (composite[i]) continue
    primes++
    for (let j = i * 2; j <= size; j += i) composite[j] = 1
  }
  let seed = 12345
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648)
  const rows = []
  for (let id = 0; id < 9000; id++) {
    const tags = ['a' + (id % 7), 'b' + (id % 11)]
    rows.push({ id, key: 'k' + (next() % 997), score: next() % 100000, tags })
  }
  rows.sort((a, b) => a.score - b.score || a.id - b.id)
  const groups = {}
  for (const row of JSON.parse(JSON.stringify(rows))) {
    const group = (groups[row.key] ??= { count: 0, sum: 0, tags: {} })
    group.count++
    group.sum += row.score
    for (const tag of row.tags) group.tags[tag] = (group.tags[tag] ?? 0) + 1
  }
  const text = JSON.stringify(groups)
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  const words = text.split(/[^a-z0-9]+/i).filter((word) => word.length > 2)
  return [primes, hash, words.map((word) => word.toUpperCase()).length].join(':')
`

const inSequence = `
  let sum = 0
  for (let i = 0; i < 10; i++) sum += (await tools.echo({ id: 't' + i, i })).i
  return sum
`

const inParallel = (tool: string) => `
  const calls = Array.from({ length: 100 }, (_, i) => tools.${tool}({ id: 'p' + i, i }))
  return (await Promise.all(calls)).reduce((sum, answer) => sum + answer.i, 0)
`

const trivial = { body: 'return 1+1', isAnswer: is(2) }

const paired = {
  w1: {
    ...trivial,
    title: 'W1 trivial, back to back',
    chunk: 10,
    budgetMs: 3000,
    warmRuns: 20,
    mark: 1.1,
  },
  w1g: {
    ...trivial,
    title: 'W1g trivial, 25 ms between runs',
    chunk: 6,
    budgetMs: 5000,
    warmRuns: 3,
    gapMs: 25,
    mark: 0.45,
  },
  w2: {
    title: 'W2 ten tool calls in sequence',
    body: inSequence,
    isAnswer: is(45),
    chunk: 4,
    budgetMs: 3000,
    warmRuns: 3,
    mark: 1.3,
  },
  w3: {
    title: 'W3 100 parallel tool calls',
    body: inParallel('echo'),
    isAnswer: is(4950),
    chunk: 2,
    budgetMs: 3000,
    warmRuns: 2,
    mark: 1.3,
  },
  w3b: {
    title: 'W3b 100 parallel tool calls of 10 ms',
    body: inParallel('slow'),
    isAnswer: is(4950),
    chunk: 1,
    budgetMs: 3000,
    warmRuns: 1,
    mark: 1.2,
  },
  w4: {
    title: 'W4 compute (sieve, sort, JSON)',
    body: COMPUTE,
    isAnswer: is('22837:1469118540:5534'),
    chunk: 1,
    budgetMs: 5000,
    warmRuns: 1,
    mark: 1.1,
  },
  w5a: {
    title: 'W5a 1 MB string result',
    body: `return 'x'.repeat(${MEGABYTE})`,
    isAnswer: is('x'.repeat(MEGABYTE)),
    chunk: 2,
    budgetMs: 3000,
    warmRuns: 1,
    mark: 1.6,
  },
  w5b: {
    title: 'W5b 1 MB tool argument',
    body: `return tools.len({ s: 'y'.repeat(${MEGABYTE}) })`,
    isAnswer: is(MEGABYTE),
    chunk: 2,
    budgetMs: 3000,
    warmRuns: 1,
    mark: 1.6,
  },
} satisfies Record<string, Workload>

export const workloads: Record<WorkloadId, Workload> = paired

export const workloadIds: Array<WorkloadId> = ['w1', 'w1g', 'w2', 'w3', 'w3b', 'w4', 'w5a', 'w5b']

/** W9: the first touch of the web surface, in turns with W1g, for this many milliseconds. */
export const TOUCH_BUDGET_MS = 4000

/** What the outbound function of a row answers every request with. */
export const STUB_TEXT = 'stub'

export const touches: Record<TouchId, Touch> = {
  w9u: {
    title: 'W9u first new URL(), ms over trivial',
    body: `return new URL('https://a.test/').href`,
    isAnswer: is('https://a.test/'),
    chunk: 6,
    warmRuns: 3,
    gapMs: 25,
    markMs: 6,
  },
  w9f: {
    title: 'W9f first fetch to a stub, ms over trivial',
    body: `return (await fetch('https://a.test/')).text()`,
    isAnswer: is(STUB_TEXT),
    chunk: 6,
    warmRuns: 3,
    gapMs: 25,
    markMs: 10,
  },
}

export const touchIds: Array<TouchId> = ['w9u', 'w9f']

/** Everything that a row can be asked to run and time. */
export const programs: Record<ProgramId, Program> = { ...workloads, ...touches }

/** W6: the trivial program, this many in flight. `mark` is the smallest ratio that we accept. */
export const throughput = { concurrency: 16, runs: 500, mark: 1 }

/** W8: a run that waits for a tool until the bench lets it go. */
export const heldRun = { body: 'await tools.hold({}); return 7', count: 8 }
