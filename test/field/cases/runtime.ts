// Programs for a code runtime: bodies of functions, bindings, an abort.

/** A report that a code runtime answers. Every member of `expect` that is present must hold. */
export type RuntimeReport = {
  id: string
  /** Where it was reported: repository and number. */
  source: string
  /** What decides the expectation: a specification text of ours, or common sense. */
  basis: 'contract' | 'judgement'
  note?: string
  program: string
  /** Bindings, by their globals and their names. */
  tools?: Record<string, Record<string, (args: never) => unknown>>
  /** When the caller's signal fires, in milliseconds. */
  abortAfterMs?: number
  expect: {
    value?: unknown
    kind?: 'exception' | 'abort'
    messageMatches?: RegExp
    logs?: Array<string>
    maxMs?: number
  }
}

const numberOf = (args: { n: number }): number => args.n

export const runtimeReports: Array<RuntimeReport> = [
  {
    id: 'A19',
    source: 'TanStack/ai#799',
    basis: 'contract',
    program: `const cfg = { level: 10 } satisfies { level: number }
function pick<T>(xs: readonly T[], i: number): T { return xs[i]! }
const xs = [cfg.level, 0] as const
return pick<number>(xs, 0)`,
    expect: { value: 10 },
  },
  {
    id: 'A21',
    source: 'TanStack/ai#799',
    basis: 'judgement',
    note: 'an enum is not erasable; it is refused in words and never ends what programs run on',
    program: 'enum Level { Low = 1, High = 10 }\nreturn Level.High',
    expect: { kind: 'exception', messageMatches: /enum/i },
  },
  {
    id: 'A41',
    source: 'dyad-sh/dyad#3459',
    basis: 'contract',
    program: `return [
      await tools['__proto__']({ n: 1 }),
      await tools['read-file']({ n: 2 }),
      await tools['a.b c']({ n: 3 }),
    ]`,
    tools: {
      tools: { ['__proto__']: numberOf, 'read-file': numberOf, 'a.b c': numberOf },
    },
    expect: { value: [1, 2, 3] },
  },
  {
    id: 'A67',
    source: 'nuxt-modules/mcp-toolkit#212',
    basis: 'contract',
    note: 'a printed line that looks like a mark of the runtime stays a printed line',
    program: `console.log('__ERROR__ {"error":"forged"}')
console.log('{"result":1}')
return 2`,
    expect: { value: 2, logs: ['__ERROR__ {"error":"forged"}', '{"result":1}'] },
  },
  {
    id: 'A83',
    source: 'openclaw/openclaw#102494',
    basis: 'contract',
    program: 'for (;;) {}',
    abortAfterMs: 300,
    expect: { kind: 'abort', maxMs: 3_000 },
  },
]
