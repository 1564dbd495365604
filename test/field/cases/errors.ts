// What a failed program reports.

import type { FieldCase } from '../field-case.ts'

export const errorsReports: Array<FieldCase> = [
  {
    id: 'A53',
    source: 'openclaw/openclaw#95906',
    basis: 'contract',
    code: `async () => { throw new TypeError('bad row 7', { cause: new Error('inner') }) }`,
    expect: { errorMatches: /bad row 7/ },
  },
  {
    id: 'A54',
    source: 'openclaw/openclaw#95906',
    basis: 'contract',
    note: 'every failed run must be seen as failed, whatever was thrown',
    sequence: [
      { code: `async () => { throw 'plain text' }`, expect: { errorMatches: /plain text/ } },
      { code: 'async () => { throw null }', expect: { isError: true } },
      { code: 'async () => { throw undefined }', expect: { isError: true } },
      { code: `async () => { throw new Error('') }`, expect: { isError: true } },
      { code: `async () => { throw { code: 'E1' } }`, expect: { isError: true } },
      { code: 'async () => { throw Object.create(null) }', expect: { isError: true } },
      {
        code: `async () => {
          throw Object.defineProperty(new Error('x'), 'message', {
            get() {
              throw 1
            },
          })
        }`,
        expect: { isError: true },
      },
    ],
  },
  {
    id: 'A55',
    source: 'Engine-Room-Games/after-effects-mcp#46',
    basis: 'judgement',
    note: 'the line a model reads must be a line of what it wrote (here 3), however many lines the wrapper, the providers and the preludes add',
    code: `async () => {\n  const a = 1\n  return missing.b\n}`,
    tools: { store: { a: () => 1, b: () => 1 } },
    expect: { errorMatches: /missing is not defined/ },
  },
  {
    id: 'A57',
    source: 'anomalyco/opencode#50577',
    basis: 'contract',
    code: `import fs from 'node:fs'\nasync () => fs.readFileSync('/etc/hostname', 'utf8')`,
    expect: { errorStartsWith: 'Module "node:fs" is not in the module map.' },
  },
  {
    id: 'A58',
    source: 'openclaw/openclaw#84269',
    basis: 'judgement',
    code: `async () => { const fs = require('fs'); return fs.readdirSync('.') }`,
    expect: { errorMatches: /require/ },
  },
]
