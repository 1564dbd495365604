// What one run leaves to the next, and rejections nobody handles.

import type { FieldCase } from '../field-case.ts'

export const isolationReports: Array<FieldCase> = [
  {
    id: 'A81',
    source: 'kentcdodds/kody#541',
    basis: 'contract',
    sequence: [
      {
        code: `async () => {
          globalThis.leak = 1
          Array.prototype.leak = 2
          Object.prototype.leak = 3
          JSON.parse = () => 'hacked'
          return 'set'
        }`,
        expect: { resultEquals: 'set' },
      },
      {
        code: `async () => [
          typeof leak,
          [].leak === undefined,
          {}.leak === undefined,
          JSON.parse('1'),
        ]`,
        expect: { resultEquals: ['undefined', true, true, 1] },
      },
    ],
  },
  {
    id: 'A82',
    source: 'laverdet/isolated-vm#314',
    basis: 'contract',
    code: `async () => {
      store.fail()
      Promise.reject(new Error('ignored'))
      await store.ping()
      return 'kept'
    }`,
    tools: {
      store: {
        fail: async () => {
          throw new Error('host')
        },
        ping: () => new Promise((r) => setTimeout(r, 50)),
      },
    },
    expect: { resultEquals: 'kept' },
  },
]
