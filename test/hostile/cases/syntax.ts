// Programs that are no arrow expression, or try to break out of the one they are in.

import { TIMED_OUT, spinBounds } from '../endings.ts'
import { answers } from '../expectation.ts'
import type { Expectation } from '../expectation.ts'
import type { HostileCase } from '../hostile-case.ts'

const modules = { m: 'export const a = 1' }

const gainsNothing: Expectation = {
  check: ({ error, result }) =>
    error !== undefined ||
    !/object|function/.test(JSON.stringify(result ?? '')) ||
    `the breakout gained something: ${JSON.stringify(result)}`,
}

const breakouts: Record<string, string> = {
  'iife-instead-of-arrow': '(async () => typeof process)()',
  'trailing-block-comment': 'async () => typeof process /*',
  'html-open-comment': 'async () => typeof process <!-- x',
  'html-close-comment': `-->\nasync () => typeof process`,
  'line-separator': `async () => { return typeof process }\u2028//`,
  'paragraph-separator-in-string': `async () => "\u2029" + typeof process`,
  bom: `\ufeffasync () => typeof process`,
  hashbang: `#!/usr/bin/env node\nasync () => typeof process`,
  'use-strict-with': '"use strict"; async () => typeof process',
  'with-statement': 'function () { with ({}) { return typeof process } }',
  'async-generator': 'async function* () { yield typeof process }',
  'generator-arrow-attempt': 'async * () => 1',
  'class-as-entry': 'class { static x = typeof process }',
  'object-entry': '({ then(r) { r(typeof process) } })',
  empty: '',
  whitespace: `  \n\u0009 `,
  'top-level-await-module': 'await 1; async () => typeof process',
  'top-level-return': 'return typeof process',
  'export-entry-names': 'async () => 1); export { store as default }; (async () => 2',
  'import-in-template': `\`\nimport x from "node:fs"\n\`; async () => typeof process`,
  'import-in-comment': `/*\nimport fs from 'node:fs'\n*/\nasync () => typeof process`,
  'import-multiline': `import {\n  a\n} from 'm'\nasync () => a`,
  'import-split-string': `import x from 'no\\\npe'\nasync () => x`,
  'import-then-hostile-line': `import { a } from 'm'; globalThis.p = typeof process; for (const k in globalThis) void 0\nasync () => globalThis.p`,
  'import-shadowing-runtime-name': `import { a as __dispatch } from 'm'\nasync () => typeof process`,
  'redeclare-runtime-const': `import 'm'; const __dispatch = () => 'mine'; const console = 1\nasync () => typeof process`,
  'var-hoist-over-runtime': `import 'm'; var __parseForDispatch, fetch, setTimeout\nasync () => typeof process`,
  'label-and-goto': 'a: async () => { return typeof process }',
  'html-script-end': 'async () => "</script><script>" + typeof process',
  'template-injection': `async () => \`\${(() => typeof process)()}\``,
  'unicode-escapes-in-keywords': `\\u0061sync () => typeof process`,
  'private-names': 'async () => #x in {}',
  'new-target': 'async () => new.target',
  super: 'async () => super.x',
  'octal-and-with-strict': 'async () => 010',
  'cr-only': `async () => {\u000d return typeof process\u000d}`,
  'trailing-semicolon': 'async () => typeof process;',
  'nul-byte': `async () => typeof process\u0000`,
}

export const syntaxCases: Array<HostileCase> = [
  ...Object.entries(breakouts).map(([id, code]): HostileCase => ({
    id,
    basis: 'common',
    code,
    expect: gainsNothing,
    modules,
  })),
  {
    id: 'arguments-of-wrapper',
    basis: 'common',
    code: `async () => {
      try {
        return typeof arguments + (arguments && arguments.length)
      } catch (e) {
        return e.name
      }
    }`,
    expect: { settled: true },
    modules,
  },
  {
    id: 'huge-identifier',
    basis: 'common',
    code: `async () => { const ${'a'.repeat(100_000)} = 1; return typeof process }`,
    expect: gainsNothing,
    modules,
  },
  {
    id: 'syntax-error-is-in-band',
    basis: 'contract',
    code: 'async () => { return ] }',
    expect: { errorMatches: /Unexpected token/ },
  },
  {
    id: 'this-and-arrow-result',
    basis: 'contract',
    code: 'async () => { return { ok: true } }',
    expect: answers({ ok: true }),
  },
  {
    id: 'top-level-await-bomb-beside-arrow',
    basis: 'common',
    code: `import 'm'; await new Promise(() => {})\nasync () => 1`,
    expect: { errorStartsWith: TIMED_OUT },
    modules: { m: '' },
    ...spinBounds,
  },
]
