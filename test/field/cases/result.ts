// Values that come back, and values that cannot.

import type { FieldCase } from '../field-case.ts'

export const resultReports: Array<FieldCase> = [
  {
    id: 'A22',
    source: 'KeeperHub/keeperhub#1593',
    basis: 'standard',
    code: 'async () => ({ wei: 10n ** 21n })',
    expect: { errorMatches: /BigInt/ },
  },
  {
    id: 'A23',
    source: 'n8n-io/n8n-docs#3439',
    basis: 'standard',
    code: 'async () => ({ at: new Date(0) })',
    expect: { resultEquals: { at: '1970-01-01T00:00:00.000Z' } },
  },
  {
    id: 'A25',
    source: 'openclaw/openclaw#151210',
    basis: 'contract',
    code: 'async () => new Float32Array([1.5])',
    expect: { resultEquals: new Uint8Array([0, 0, 192, 63]) },
  },
  {
    id: 'A26',
    source: 'UsefulSoftwareCo/executor#1156',
    basis: 'standard',
    code: 'async () => { const a = { name: 1 }; a.self = a; return a }',
    expect: { errorMatches: /circular|cyclic/i },
  },
  {
    id: 'A27',
    source: 'openclaw/openclaw#151210',
    basis: 'standard',
    code: `async () => ({ a: 1, b: { toJSON() { throw new Error('no json today') } } })`,
    expect: { errorMatches: /no json today/ },
  },
  {
    id: 'A29',
    source: 'maximhq/bifrost#2206',
    basis: 'standard',
    code: `async () => '\\ud800' + 'é' + '\\u{1F600}' + '\\u2028'`,
    expect: { resultEquals: '\ud800é\ud83d\ude00\u2028' },
  },
  {
    id: 'A30',
    source: 'UsefulSoftwareCo/executor#1156',
    basis: 'judgement',
    note: 'allSettled is what models write; plain JSON loses every reason. Keeping the message is the useful answer, {} is what the contract codec gives',
    code: `async () =>
      Promise.allSettled([Promise.resolve(1), Promise.reject(new Error('down'))])`,
    expect: {
      anyOf: [
        { resultMatches: /down/ },
        {
          resultEquals: [
            { status: 'fulfilled', value: 1 },
            { status: 'rejected', reason: {} },
          ],
        },
      ],
    },
  },
  {
    id: 'A31',
    source: 'golemcloud/wasm-rquickjs#76',
    basis: 'standard',
    code: `async () => ({ m: new Map([['a', 1]]), s: new Set([1]) })`,
    expect: { resultEquals: { m: {}, s: {} } },
  },
]
