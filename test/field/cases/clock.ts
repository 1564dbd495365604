// What spends the bound of a run, and calls that go on side by side.

import type { FieldCase } from '../field-case.ts'

export const clockReports: Array<FieldCase> = [
  {
    id: 'A69',
    source: 'gradion-ai/ipybox#42',
    basis: 'contract',
    timeout: 500,
    countHostWaits: true,
    code: 'async () => store.approve()',
    tools: { store: { approve: () => new Promise((r) => setTimeout(() => r('approved'), 1500)) } },
    expect: { errorStartsWith: 'Execution timed out', maxMs: 1400 },
  },
  {
    id: 'A70',
    source: 'laverdet/isolated-vm#185',
    basis: 'contract',
    timeout: 500,
    code: 'async () => { await store.ping(); for (;;) {} }',
    tools: { store: { ping: () => 1 } },
    expect: { errorStartsWith: 'Execution timed out', maxMs: 3000 },
  },
  {
    id: 'A71',
    source: 'laverdet/isolated-vm#318',
    basis: 'contract',
    timeout: 500,
    code: 'async () => { await new Promise(() => {}) }',
    expect: { errorStartsWith: 'Execution timed out', maxMs: 3000 },
  },
  {
    id: 'A73',
    source: 'deepseek-ai/deepseek-harness README (decoy dispatch)',
    basis: 'contract',
    timeout: 500,
    code: 'async () => { store.slow(); for (;;) {} }',
    tools: { store: { slow: () => new Promise((r) => setTimeout(r, 4000)) } },
    expect: { errorStartsWith: 'Execution timed out', maxMs: 3000 },
  },
  {
    id: 'A74',
    source: 'patriksimek/vm2#116',
    basis: 'contract',
    timeout: 500,
    code: 'async () => { await Promise.resolve(42).then(() => { for (;;) {} }) }',
    expect: { errorStartsWith: 'Execution timed out', maxMs: 3000 },
  },
  {
    id: 'A75',
    source: 'laverdet/isolated-vm#273',
    basis: 'contract',
    timeout: 2000,
    code: `async () => { setTimeout(() => { for (;;) {} }, 0); return 'done' }`,
    expect: { resultEquals: 'done', maxMs: 1500 },
  },
  {
    id: 'A77',
    source: 'UsefulSoftwareCo/executor#1437',
    basis: 'contract',
    note: 'two chained waits, each longer than the bound; the second one was the production loss',
    timeout: 600,
    code: 'async () => [await store.approve(1), await store.approve(2)]',
    tools: { store: { approve: (n) => new Promise((r) => setTimeout(() => r(n), 800)) } },
    expect: { resultEquals: [1, 2], minMs: 1500 },
  },
  {
    id: 'A78',
    source: 'nodetool-ai/nodetool#4786',
    basis: 'contract',
    code: `async () => {
      const t0 = Date.now()
      await Promise.all(Array.from({ length: 20 }, (_, i) => store.fetch(i)))
      return Date.now() - t0 < 1500
    }`,
    tools: { store: { fetch: (i) => new Promise((r) => setTimeout(() => r(i), 200)) } },
    expect: { resultEquals: true },
  },
  {
    id: 'A79',
    source: 'anomalyco/opencode#35603',
    basis: 'contract',
    code: `async () => {
      const r = await Promise.all(Array.from({ length: 100 }, (_, i) => store.echo({ i })))
      return r.every((v, i) => v === i)
    }`,
    tools: {
      store: { echo: ({ i }) => new Promise((r) => setTimeout(() => r(i), (i * 37) % 50)) },
    },
    expect: { resultEquals: true },
  },
]
