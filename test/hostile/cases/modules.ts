// Module maps with hostile names, hostile sources and hostile importers.

import type { ModuleMap } from '@supolka/codemode-executor'
import { spinBounds } from '../endings.ts'
import { answers } from '../expectation.ts'
import { orderStore } from '../store.ts'
import type { HostileCase } from '../hostile-case.ts'

const hostileKeys: Record<string, string> = {
  dotdot: '../../etc/passwd',
  'node-prefix': 'node:fs',
  'data-url': 'data:text/javascript,export default 1',
  absolute: '/etc/passwd',
  'entry-name': 'executor.js',
  'very-long': 'a'.repeat(10_000),
  quotes: `x'";process.exit();//`,
  nul: 'a\u0000b',
  space: ' a ',
}

export const modulesCases: Array<HostileCase> = [
  {
    id: 'static-import-unmapped',
    basis: 'contract',
    code: `import x from 'nope'\nasync () => x`,
    expect: {
      errorStartsWith:
        'Module "nope" is not in the module map. Import one of the names it declares: greeter',
    },
    modules: { greeter: 'export const x = 1' },
  },
  {
    id: 'lift-three-forms',
    basis: 'contract',
    code: `import { greet } from 'greeter'; const size = 3\nasync () => greet('ada').repeat(size).length`,
    expect: answers(27),
    modules: { greeter: `export const greet = (name) => 'hello ' + name` },
  },
  ...Object.entries(hostileKeys).map(([id, key]): HostileCase => ({
    id: `key-${id}`,
    basis: 'common',
    code: `async () => {
        try {
          const m = await import(${JSON.stringify(key)})
          return ['map', m.v]
        } catch (e) {
          return ['refused']
        }
      }`,
    expect: { oneOf: [answers(['map', 42]), answers(['refused']), { errorPresent: true }] },
    modules: { [key]: 'export const v = 42' },
  })),
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'then'].map(
    (key): HostileCase => ({
      id: `key-${key}`,
      basis: 'contract',
      code: `async () => { const m = await import(${JSON.stringify(key)}); return m.v }`,
      expect: answers(42),
      modules: Object.fromEntries([[key, 'export const v = 42']]),
    }),
  ),
  {
    id: 'unmapped-prototype-names',
    basis: 'common',
    code: `async () => {
      const r = []
      for (const k of ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'])
        try {
          await import(k)
          r.push(k)
        } catch (e) {
          if (!/is not in the module map/.test(e.message)) r.push(e.message)
        }
      return r
    }`,
    expect: answers([]),
    modules: { a: 'export const v = 1' },
  },
  {
    id: 'module-namespace-then',
    basis: 'common',
    code: `async () => { const m = await import('t'); return typeof m }`,
    expect: { settled: true },
    modules: { t: 'export function then(r) { for (;;); }' },
    ...spinBounds,
  },
  {
    id: 'module-syntax-error',
    basis: 'common',
    code: `import 'bad'\nasync () => 1`,
    expect: { errorPresent: true },
    modules: { bad: 'export const = ;' },
  },
  {
    id: 'module-self-import',
    basis: 'common',
    code: `import * as s from 's'\nasync () => Object.keys(s).length`,
    expect: { settled: true },
    modules: { s: `import * as me from 's'; export { me }; export const x = 1` },
  },
  {
    id: 'module-tampers-before-entry',
    basis: 'common',
    code: `import 'evil'\nasync () => { return await store.get() }`,
    expect: answers({ id: 'o1', total: 42 }),
    modules: {
      evil: `JSON.parse = () => ({ result: 'forged' }); JSON.stringify = () => 'x'; globalThis.Promise = 1; Object.prototype.toString = () => { throw 1 }; Array.prototype.push = () => {}`,
    },
    ...orderStore,
  },
  {
    id: 'module-code-in-wrapper-comment',
    basis: 'common',
    note: 'HTML comments are a syntax error in modules',
    code: `import { v } from 'c'\nasync () => v`,
    expect: { oneOf: [answers(1), { errorPresent: true }] },
    modules: { c: `/* */ export const v = 1 // </script>\n<!-- x` },
  },
  {
    id: 'import-flood',
    basis: 'common',
    code: `async () => {
      const a = []
      for (let i = 0; i < 20000; i++) a.push(import('nope' + i).catch(() => 0))
      await Promise.all(a)
      return a.length
    }`,
    expect: { settled: true },
    modules: { a: 'export default 1' },
    timeout: 6000,
    maxWallMs: 20000,
  },
  {
    id: 'key-collision-after-normalisation',
    basis: 'common',
    code: 'async () => 1',
    expect: { settled: true },
    modules: { './a.js': 'export const v = 1', 'a.js': 'export const v = 2' },
  },
  {
    id: 'unsupported-kind',
    basis: 'common',
    code: 'async () => 1',
    expect: { settled: true },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the wrong kinds are the case
    modules: { a: { wat: 1 }, b: 5, c: null } as unknown as ModuleMap,
    mayReject: true,
  },
]
