// Programs that want more than their memory or one message may hold.

import type { FieldCase } from '../field-case.ts'

export const memoryReports: Array<FieldCase> = [
  {
    id: 'A85',
    source: 'simstudioai/sim#4505',
    basis: 'contract',
    memoryLimit: 32,
    timeout: 20000,
    code: 'async () => { const a = []; for (;;) a.push(new Array(100000).fill(1.1)) }',
    expect: { errorStartsWith: 'Execution ran out of memory at its 32 MB limit.' },
  },
  {
    id: 'A86',
    source: 'laverdet/isolated-vm#527',
    basis: 'judgement',
    note: 'bytes outside the heap; a catchable RangeError is also right, a dead process or a timeout is not',
    memoryLimit: 32,
    timeout: 20000,
    code: 'async () => { const a = []; for (;;) a.push(new Uint8Array(8 << 20).fill(1)) }',
    expect: { errorMatches: /memory|allocation/i, maxMs: 15000 },
  },
  {
    id: 'A87',
    source: 'laverdet/isolated-vm#527',
    basis: 'standard',
    code: `async () => { try { 'x'.repeat(2 ** 30) } catch (e) { return e.name } }`,
    expect: { resultEquals: 'RangeError' },
  },
  {
    id: 'A89',
    source: 'cloudflare/agents#1470',
    basis: 'contract',
    note: 'an oversized tool call fails at its call site, and the run goes on',
    memoryLimit: 256,
    timeout: 20000,
    code: `async () => {
      try {
        await store.put('x'.repeat(64 << 20))
        return 'sent'
      } catch (e) {
        return 'refused: ' + (await store.ping())
      }
    }`,
    tools: { store: { put: () => 1, ping: () => 'pong' } },
    expect: { resultEquals: 'refused: pong' },
  },
]
