// Provider and tool names that try to become source, and preludes that misbehave.

import { TIMED_OUT, spinBounds } from '../endings.ts'
import { answers } from '../expectation.ts'
import { order, orderStore, store } from '../store.ts'
import type { HostileCase } from '../hostile-case.ts'

const namesAgainstTheRules: Record<string, string> = {
  digit: '1a',
  empty: '',
  space: 'a b',
  injection: 'x;globalThis.pwned=1;//',
  'injection-2': 'x=1,y',
  unicode: 'ünï',
  'keyword-enum': 'enum',
  'keyword-null': 'null',
  'reserved-dispatch': '__dispatch',
  'reserved-codec': '__stringifyForDispatch',
  'reserved-tag': '__BINARY_TAG',
  'reserved-timer': 'setTimeout',
}

/** Names that the rules do not speak of in so many words. */
const namesInTheRulesGaps: Record<string, string> = {
  'unicode-escape': '\\u0061',
  'keyword-let': 'let',
  'keyword-eval': 'eval',
}

const builtIns = 'Promise JSON Proxy Error Symbol Object globalThis undefined console'.split(' ')

function refused(id: string, name: string, basis: HostileCase['basis']): HostileCase {
  return {
    id: `provider-${id}`,
    basis,
    code: 'async () => typeof globalThis.pwned',
    expect: { errorPresent: true },
    providers: [{ name, tools: ['x'] }],
    dispatch: order,
  }
}

export const namesCases: Array<HostileCase> = [
  ...Object.entries(namesAgainstTheRules).map(([id, name]) => refused(id, name, 'contract')),
  ...Object.entries(namesInTheRulesGaps).map(([id, name]) => refused(id, name, 'common')),
  {
    id: 'provider-proto',
    basis: 'common',
    code: 'async () => [({}).x === undefined, typeof globalThis.pwned]',
    expect: { oneOf: [answers([true, 'undefined']), { errorPresent: true }] },
    providers: [{ name: '__proto__', tools: ['x'] }],
    dispatch: order,
  },
  {
    id: 'provider-names-of-builtins',
    basis: 'common',
    code: 'async () => 1',
    expect: { settled: true },
    providers: [
      'Object',
      'Array',
      'Promise',
      'JSON',
      'undefined',
      'NaN',
      'Infinity',
      'globalThis',
      'console',
      'Symbol',
      'Proxy',
      'Reflect',
      'Error',
      'String',
      'Uint8Array',
      'Function',
    ].map((name) => ({ name, tools: ['x'] })),
    dispatch: order,
  },
  // Either reserved, and so refused, or harmless to the generated source.
  ...builtIns.map((name): HostileCase => ({
    id: `provider-is-${name}`,
    basis: 'common',
    code: `async () => {
        try {
          return [await ${name}.get(), await store.get()].length
        } catch (e) {
          return 'caught ' + e.message
        }
      }`,
    expect: { settled: true },
    providers: [{ name, tools: ['get'] }, store],
    dispatch: order,
  })),
  {
    id: 'provider-very-long',
    basis: 'common',
    code: 'async () => 1',
    expect: { settled: true },
    providers: [{ name: 'a'.repeat(1e6), tools: [] }],
    dispatch: order,
  },
  {
    id: 'tool-list-injection',
    basis: 'common',
    code: 'async () => typeof globalThis.pwned',
    expect: answers('undefined'),
    providers: [
      {
        name: 'store',
        tools: [
          `x'];globalThis.pwned=1;['`,
          '`+(globalThis.pwned=1)+`',
          '\u2028globalThis.pwned=1//',
          '*/globalThis.pwned=1/*',
        ],
      },
    ],
    dispatch: order,
  },
  {
    id: 'await-provider-proxy',
    basis: 'common',
    note: 'a then tool call must not hang past the bound',
    code: 'async () => { const s = await store; return typeof s }',
    expect: { settled: true },
    ...orderStore,
    ...spinBounds,
  },
  {
    id: 'prelude-syntax-error',
    basis: 'common',
    code: 'async () => 1',
    expect: { errorPresent: true },
    providers: [{ name: 'store', tools: [], prelude: 'const = ;' }],
    dispatch: order,
  },
  {
    id: 'prelude-spins',
    basis: 'common',
    code: 'async () => 1',
    expect: { errorStartsWith: TIMED_OUT },
    providers: [{ name: 'store', tools: [], prelude: 'for (;;);' }],
    dispatch: order,
    ...spinBounds,
  },
]
