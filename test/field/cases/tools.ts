// Arguments, answers and failures of tool calls.

import type { FieldCase } from '../field-case.ts'

export const toolsReports: Array<FieldCase> = [
  {
    id: 'A42',
    source: 'cloudflare/agents#1181',
    basis: 'contract',
    code: `async () => store.join('a', 2, { c: 3 })`,
    providers: [{ name: 'store', tools: ['join'], positionalArgs: true }],
    tools: { store: { join: (...args) => args } },
    expect: { resultEquals: ['a', 2, { c: 3 }] },
  },
  {
    id: 'A43',
    source: 'cloudflare/agents#1521',
    basis: 'contract',
    code: `async () => {
      const b = await store.read()
      return [b instanceof Uint8Array, b.length, b[3]]
    }`,
    tools: { store: { read: async () => new Uint8Array([1, 2, 3, 255]) } },
    expect: { resultEquals: [true, 4, 255] },
  },
  {
    id: 'A45',
    source: 'cloudflare/capnweb#126',
    basis: 'contract',
    code: `async () => {
      const b = new Uint8Array(300000).map((_, i) => i & 255)
      const r = await store.echo(b)
      return [r.length, r[299999]]
    }`,
    tools: { store: { echo: (b) => b } },
    expect: { resultEquals: [300000, 223] },
  },
  {
    id: 'A46',
    source: 'maximhq/bifrost#5573',
    basis: 'contract',
    note: 'an empty error text is still an error; a truthiness test turns it into a successful undefined',
    code: `async () => {
      try {
        await store.fail()
        return 'no error'
      } catch (e) {
        return 'caught'
      }
    }`,
    tools: {
      store: {
        fail: async () => {
          throw new Error('')
        },
      },
    },
    expect: { resultEquals: 'caught' },
  },
  {
    id: 'A47',
    source: 'maximhq/bifrost#5573',
    basis: 'judgement',
    code: `async () => {
      const out = []
      for (const t of ['str', 'obj', 'undef', 'nul']) {
        try {
          await store[t]()
          out.push('no error')
        } catch (e) {
          out.push(e instanceof Error)
        }
      }
      return out
    }`,
    tools: {
      store: {
        str: () => Promise.reject('nope'),
        obj: () => Promise.reject({ code: 'E_LIMIT' }),
        undef: () => Promise.reject(undefined),
        nul: () => Promise.reject(null),
      },
    },
    expect: { resultEquals: [true, true, true, true] },
  },
  {
    id: 'A49',
    source: 'cloudflare/agents#1203',
    basis: 'contract',
    note: 'the executor passes a tool’s value through untouched; unwrapping MCP content is the adapter’s or caller’s job and must not happen here',
    code: 'async () => store.mcp()',
    tools: { store: { mcp: async () => ({ content: [{ type: 'text', text: '[1,2]' }] }) } },
    expect: { resultEquals: { content: [{ type: 'text', text: '[1,2]' }] } },
  },
  {
    id: 'A50',
    source: 'anomalyco/opencode#39312',
    basis: 'contract',
    code: 'async () => { try { await store.deleteAll() } catch (e) { return e.message } }',
    tools: { store: { listOrders: () => [] } },
    expect: { resultEquals: 'Tool "deleteAll" not found' },
  },
  {
    id: 'A51',
    source: 'openclaw/openclaw#118374',
    basis: 'contract',
    code: `async () => {
      const a = await store.one()
      const b = await store.two()
      const c = await store.one()
      return { a, b, c }
    }`,
    tools: { store: { one: () => ({ n: 1 }), two: () => ({ n: 2 }) } },
    expect: { resultEquals: { a: { n: 1 }, b: { n: 2 }, c: { n: 1 } } },
  },
]
