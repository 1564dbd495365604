// What models answer when they are asked for a program.

import type { AdapterCase } from '../adapter-case.ts'

export const answersReports: Array<AdapterCase> = [
  {
    id: 'A01',
    source: 'cloudflare/agents#1092',
    basis: 'judgement',
    answer: '```JavaScript\r\nasync () => {\r\n  return 6 * 7\r\n}\r\n```\r\n',
    expect: { resultEquals: 42 },
  },
  {
    id: 'A02',
    source: 'Nutlope/llamacoder#1',
    basis: 'judgement',
    answer: `Here is the program you asked for:\n\n\`\`\`js\nasync () => 'ok'\n\`\`\`\n\nIt returns ok.`,
    expect: { resultEquals: 'ok' },
  },
  {
    id: 'A03',
    source: 'iterate/iterate#1294',
    basis: 'judgement',
    answer: 'async () => { return 1 };',
    expect: { resultEquals: 1 },
  },
  {
    id: 'A05',
    source: 'iterate/iterate#1294',
    basis: 'dialect',
    answer: `const run = async () => ['a', 'b'].length\nrun()`,
    expect: { resultEquals: 2 },
  },
  {
    id: 'A06',
    source: 'kentcdodds/kody#163',
    basis: 'judgement',
    answer: 'const double = (n) => n * 2\n\nasync () => double(21)',
    expect: { resultEquals: 42 },
  },
  {
    id: 'A07',
    source: 'aaif-goose/goose#9853',
    basis: 'judgement',
    answer: `function helper() { return 5 }\n\nasync function run() {\n  return helper() + 1\n}`,
    expect: { resultEquals: 6 },
  },
  {
    id: 'A09',
    source: 'igorzheludkov/execbro#5',
    basis: 'dialect',
    answer: 'const xs = [1, 2, 3]\nxs.map((x) => x * x)',
    expect: { resultEquals: [1, 4, 9] },
  },
  {
    id: 'A10',
    source: 'cloudflare/agents#1117',
    basis: 'dialect',
    answer: 'async () => 7 // lucky',
    expect: { resultEquals: 7 },
  },
  {
    id: 'A11',
    source: 'cloudflare/agents#1092',
    basis: 'dialect',
    answer: `// first fetch the orders\n/* v2\n   two lines */\n\nasync () => 'x'`,
    expect: { resultEquals: 'x' },
  },
  {
    id: 'A13',
    source: 'igorzheludkov/execbro#5',
    basis: 'dialect',
    answer: `(async () => { return 'iife' })()`,
    expect: { resultEquals: 'iife' },
  },
  {
    id: 'A14',
    source: 'UsefulSoftwareCo/executor#1156',
    basis: 'standard',
    answer: '\uFEFFasync () => { return 3 }',
    expect: { resultEquals: 3 },
  },
  {
    id: 'A15',
    source: 'openclaw/openclaw#113069',
    basis: 'judgement',
    answer: 'ls -la',
    expect: { isError: true, maxMs: 5_000 },
  },
  {
    id: 'A17',
    source: 'kentcdodds/kody#250',
    basis: 'judgement',
    answer: 'async () => <b>hi</b>',
    expect: { errorMatches: /Unexpected token '<'/ },
  },
  {
    id: 'A18',
    source: 'andymai/brepjs#1300',
    basis: 'dialect',
    answer: '   \n\n',
    expect: { isError: false, resultEquals: undefined },
  },
]
