// Provider names, and what a provider looks like to a program.

import type { FieldCase } from '../field-case.ts'

export const namesReports: Array<FieldCase> = [
  {
    id: 'A35',
    source: 'cloudflare/agents#1656',
    basis: 'contract',
    sequence: [
      {
        code: `async () => 'ran'`,
        providers: [{ name: '2fa', tools: [] }],
        expect: { errorMatches: /2fa/ },
      },
      {
        code: `async () => 'ran'`,
        providers: [{ name: 'café', tools: [] }],
        expect: { errorMatches: /café/ },
      },
      {
        code: `async () => 'ran'`,
        providers: [{ name: 'class', tools: [] }],
        expect: { errorMatches: /class/ },
      },
      {
        code: `async () => 'ran'`,
        providers: [{ name: 'Promise', tools: [] }],
        expect: { errorMatches: /Promise/ },
      },
      {
        code: `async () => 'ran'`,
        providers: [
          { name: 'crm', tools: [] },
          { name: 'crm', tools: [] },
        ],
        expect: { errorMatches: /crm/ },
      },
      {
        code: `async () => 'ran'`,
        providers: [{ name: '$crm_2', tools: [] }],
        expect: { resultEquals: 'ran' },
      },
    ],
  },
  {
    id: 'A37',
    source: 'decocms/studio#4438',
    basis: 'judgement',
    note: 'a proxy that answers every name also answers `then`, so awaiting or returning it hangs; it must not be thenable',
    timeout: 3000,
    code: 'async () => { const s = await store; return typeof s.listOrders }',
    tools: { store: { listOrders: () => [] } },
    expect: { resultEquals: 'function', toolCallCount: 0, maxMs: 2000 },
  },
  {
    id: 'A38',
    source: 'UsefulSoftwareCo/executor#1357',
    basis: 'judgement',
    note: 'an empty list reads to a model as "no tools"; the declared list or an error in words are both better',
    code: 'async () => Object.keys(store)',
    providers: [{ name: 'store', tools: ['listOrders', 'getOrder'] }],
    tools: { store: { listOrders: () => 1, getOrder: () => 1 } },
    expect: {
      anyOf: [{ resultEquals: ['listOrders', 'getOrder'] }, { errorMatches: /listOrders/ }],
    },
  },
  {
    id: 'A39',
    source: 'aaif-goose/goose#9853',
    basis: 'standard',
    code: 'async () => store.orders.list()',
    tools: { store: { listOrders: () => [] } },
    expect: { errorMatches: /list is not a function/, toolCallCount: 0 },
  },
]
