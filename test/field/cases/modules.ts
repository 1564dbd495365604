// Module maps as people hand them over.

import type { FieldCase } from '../field-case.ts'

export const modulesReports: Array<FieldCase> = [
  {
    id: 'A90',
    source: 'cloudflare/agents#1113',
    basis: 'contract',
    modules: {
      greeter: "import { mark } from 'mark'; export const greet = (n) => 'hello ' + n + mark",
      mark: "export const mark = await Promise.resolve('!')",
    },
    code: `import { greet } from 'greeter'\nasync () => { const again = await import('greeter'); return [greet('ada'), again.greet === greet] }`,
    expect: { resultEquals: ['hello ada!', true] },
  },
  {
    id: 'A91',
    source: 'cloudflare/agents#1576',
    basis: 'standard',
    note: 'what a user gets who hands over a CommonJS bundle of an npm package',
    modules: { dayish: 'module.exports = { format: () => 1 }' },
    code: `import { format } from 'dayish'\nasync () => format()`,
    expect: { errorMatches: /format|module is not defined|export/i },
  },
  {
    id: 'A93',
    source: 'tsouza/yajs#12',
    basis: 'contract',
    modules: { toString: 'export default 5' },
    code: `import five from 'toString'\nasync () => five`,
    expect: { resultEquals: 5 },
  },
]
