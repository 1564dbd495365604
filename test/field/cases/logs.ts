// What the console captures.

import type { FieldCase } from '../field-case.ts'

export const logsReports: Array<FieldCase> = [
  {
    id: 'A59',
    source: 'stella/stella#1704',
    basis: 'contract',
    code: `async () => {
      console.log('a', 1, true)
      await store.ping()
      console.warn('b')
      console.error('c', null, undefined)
      return 1
    }`,
    tools: { store: { ping: () => 1 } },
    expect: {
      resultEquals: 1,
      logs: [
        { level: 'log', textEquals: 'a 1 true' },
        { level: 'warn', textEquals: 'b' },
        { level: 'error', textEquals: 'c null undefined' },
      ],
    },
  },
  {
    id: 'A61',
    source: 'bellard/quickjs#28',
    basis: 'judgement',
    note: '[object Object] is a recurrent complaint about captured logs; "stringified" in the contract leaves the form open',
    code: `async () => {
      console.log('user', { id: 7, tags: ['x'] })
      console.error(new RangeError('too big'))
      return 1
    }`,
    expect: {
      resultEquals: 1,
      logs: [
        { level: 'log', textMatches: /user.*id.*7/s },
        { level: 'error', textMatches: /too big/ },
      ],
    },
  },
  {
    id: 'A62',
    source: 'codesandbox/codesandbox-client#1043',
    basis: 'judgement',
    code: 'async () => { const a = [1]; console.log(a); a.push(2); console.log(a) }',
    expect: {
      logs: [
        { level: 'log', textMatches: /1/, textLacks: '2' },
        { level: 'log', textMatches: /1.*2/s },
      ],
    },
  },
  {
    id: 'A63',
    source: 'UKGovernmentBEIS/inspect_ai#1979',
    basis: 'judgement',
    note: 'what a killed run printed is the only clue to how far it got',
    timeout: 500,
    code: `async () => {
      console.log('step 1')
      await store.ping()
      console.log('step 2')
      for (;;) {}
    }`,
    tools: { store: { ping: () => 1 } },
    expect: {
      errorStartsWith: 'Execution timed out',
      logs: [
        { level: 'log', textEquals: 'step 1' },
        { level: 'log', textEquals: 'step 2' },
      ],
    },
  },
  {
    id: 'A65',
    source: 'cloudflare/agents#2143',
    basis: 'contract',
    timeout: 20000,
    code: `async () => {
      const line = 'x'.repeat(100)
      for (let i = 0; i < 200000; i++) console.log(line)
      return 'kept'
    }`,
    expect: { resultEquals: 'kept', lastLogLevel: 'warn', maxMs: 20000 },
  },
  {
    id: 'A66',
    source: 'DevExpress/testcafe-hammerhead#1779',
    basis: 'contract',
    code: `async () => {
      console.time('t')
      console.timeEnd('t')
      console.table([{ a: 1 }])
      console.group('g')
      console.groupEnd()
      console.dir({})
      console.assert(false, 'x')
      console.count()
      console.info('i')
      console.debug('d')
      console.trace('t')
      return typeof console.Console
    }`,
    expect: { resultEquals: 'undefined', logs: [] },
  },
]
