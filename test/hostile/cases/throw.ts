// Programs that throw what no honest program throws.

import type { HostileCase } from '../hostile-case.ts'

const thrownValues: Record<string, string> = {
  symbol: `async () => { throw Symbol('s') }`,
  bigint: 'async () => { throw 5n }',
  function: 'async () => { throw () => 1 }',
  'message-is-object': `async () => {
    throw Object.assign(new Error('x'), {
      message: {
        toString() {
          throw 1
        },
      },
    })
  }`,
  'name-is-symbol': `async () => { throw Object.assign(new Error('x'), { name: Symbol('n') }) }`,
  proxy: `async () => {
    throw new Proxy(
      {},
      {
        get() {
          throw new Error('trap')
        },
        getPrototypeOf() {
          throw new Error('trap')
        },
      },
    )
  }`,
  'cause-cycle': `async () => {
    throw (() => {
      const e = new Error('cyc')
      e.cause = e
      return e
    })()
  }`,
  'class-extends-null': 'async () => { throw Object.create(Error.prototype) }',
  'stack-is-object': `async () => {
    throw Object.assign(new Error('st'), {
      stack: {
        toString() {
          throw 1
        },
      },
    })
  }`,
}

export const throwCases: Array<HostileCase> = [
  ...Object.entries(thrownValues).map(([id, code]): HostileCase => ({
    id,
    basis: 'common',
    code,
    expect: { errorPresent: true },
  })),
  {
    id: 'empty-message',
    basis: 'common',
    code: `async () => { throw new Error('') }`,
    expect: { errorPresent: true },
  },
  {
    id: 'sync-throw-in-arrow',
    basis: 'common',
    code: `() => { throw new Error('sync') }`,
    expect: { errorMatches: /sync/ },
  },
  {
    id: 'huge-name-and-stack',
    basis: 'common',
    code: `async () => {
      throw Object.assign(new Error('m'), { name: 'n'.repeat(3e7), stack: 's'.repeat(3e7) })
    }`,
    expect: {
      errorPresent: true,
      check: ({ error }) =>
        (error !== undefined && error.length < 25e6) || `unbounded: ${error?.length}`,
    },
    timeout: 5000,
    maxWallMs: 10000,
    maxHostMb: 400,
  },
  {
    id: 'lone-surrogates-and-nul-in-message',
    basis: 'common',
    code: `async () => { throw new Error('a\\ud800b\\u0000c\\u2028d') }`,
    expect: { errorMatches: /^[\s\S]*a[\s\S]*b[\s\S]*c/ },
  },
  {
    id: 'stack-overflow',
    basis: 'common',
    code: 'async () => { (function f() { f() })() }',
    expect: { errorMatches: /Maximum call stack size exceeded/ },
    timeout: 5000,
    maxWallMs: 8000,
  },
  {
    id: 'async-stack-overflow',
    basis: 'common',
    code: 'async () => { await (async function f() { await f() })() }',
    expect: { errorPresent: true },
    timeout: 5000,
    maxWallMs: 10000,
    maxTreeMb: 1500,
  },
  {
    id: 'stack-overflow-inside-serializer',
    basis: 'common',
    code: 'async () => ({ toJSON() { return (function f() { return f() })() } })',
    expect: { errorMatches: /Maximum call stack/ },
    timeout: 5000,
    maxWallMs: 8000,
  },
]
