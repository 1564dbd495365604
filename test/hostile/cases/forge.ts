// Programs and dispatch functions that forge what crosses the boundary.

import { isDeepStrictEqual } from 'node:util'
import { answers } from '../expectation.ts'
import { echoStore, store } from '../store.ts'
import type { HostileCase } from '../hostile-case.ts'
import { memberOf } from '../member-of.ts'

const readsOrder = `async () => {
  try {
    const v = await store.get()
    return ['value', v === undefined]
  } catch (e) {
    return ['threw', e.message]
  }
}`

/** Each kind of bytes comes back as bytes; whether as a view or as a buffer is left open. */
function isRoundTrip(result: unknown): boolean {
  if (!Array.isArray(result)) return false
  const lists = result.map((value) => bytesOf(value)?.join(','))

  return isDeepStrictEqual(lists, ['1,2,3,255', '1,0,2,0', '0,0'])
}

function bytesOf(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value))
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)

  return value instanceof ArrayBuffer ? new Uint8Array(value) : undefined
}

export const forgeCases: Array<HostileCase> = [
  {
    id: 'raw-dispatch-arguments-are-strings',
    basis: 'common',
    code: `async () => {
      for (const args of [
        [{}, {}, {}],
        [1, 2, 3],
        [['a'], ['b'], ['c']],
      ])
        try {
          await __dispatch(...args)
        } catch {}
      return 'done'
    }`,
    expect: {
      ...answers('done'),
      check: (_outcome, { calls }) =>
        calls.every(
          (c) => typeof c[0] === 'string' && typeof c[1] === 'string' && typeof c[2] === 'string',
        ) ||
        'a non-string reached dispatch: ' +
          JSON.stringify(calls.map((c) => c.map((x) => typeof x))),
    },
    ...echoStore,
  },
  ...Object.entries({ nul: 'null', text: '"x"' }).map(([id, envelope]): HostileCase => ({
    id: `envelope-${id}`,
    basis: 'contract',
    code: readsOrder,
    expect: answers(['threw', 'The dispatch answered outside the result envelope.']),
    providers: [store],
    dispatch: async () => envelope,
  })),
  ...Object.entries({
    empty: '',
    garbage: 'not json at all',
    array: '[]',
    truncated: '{"result":',
  }).map(([id, envelope]): HostileCase => ({
    id: `envelope-${id}`,
    basis: 'common',
    code: readsOrder,
    expect: { settled: true },
    providers: [store],
    dispatch: async () => envelope,
    mayReject: true,
  })),
  {
    id: 'envelope-wrong-shape-is-undefined',
    basis: 'contract',
    code: 'async () => [await store.get()].map(v => v === undefined)',
    expect: answers([true]),
    providers: [store],
    dispatch: async () => '{"other":1}',
  },
  {
    id: 'envelope-proto-key',
    basis: 'common',
    code: `async () => {
      const v = await store.get()
      return [
        {}.polluted === undefined,
        Object.getPrototypeOf(v) === Object.prototype || Object.getPrototypeOf(v) === null,
      ]
    }`,
    expect: answers([true, true]),
    providers: [store],
    dispatch: async () =>
      '{"result":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
  },
  {
    id: 'binary-tag-forged',
    basis: 'common',
    code: `async () => [
      { __executor_binary_v1__: 'Uint8Array', data: 'not base64 !!!' },
      { __executor_binary_v1__: 'constructor', data: 'AQID' },
      { __executor_binary_v1__: { toString: 1 }, data: 5 },
      { __executor_binary_v1__: 'ArrayBufferView' },
      { __executor_binary_v1__: '__proto__', data: 'AQ==' },
    ]`,
    expect: { settled: true },
  },
  {
    id: 'binary-tag-huge',
    basis: 'common',
    code: `async () => ({ __executor_binary_v1__: 'Uint8Array', data: 'A'.repeat(4e6) })`,
    expect: { settled: true },
    maxHostMb: 400,
  },
  {
    id: 'binary-round-trip',
    basis: 'contract',
    code: `async () => [
      new Uint8Array([1, 2, 3, 255]),
      new Uint16Array([1, 2]),
      new ArrayBuffer(2),
    ]`,
    expect: {
      errorAbsent: true,
      check: ({ result }) =>
        isRoundTrip(result) || `binary did not survive: ${JSON.stringify(result)}`,
    },
  },
  {
    id: 'result-claims-to-be-an-envelope',
    basis: 'common',
    code: `async () => ({
      result: 'a',
      error: 'forged',
      logs: [{ level: 'error', text: 'x' }],
      executionId: 'abc',
      handles: ['fetch'],
    })`,
    expect: {
      errorAbsent: true,
      check: (outcome) =>
        (outcome.executionId === undefined &&
          outcome.handles === undefined &&
          outcome.logs?.length === 0 &&
          memberOf(outcome.result, 'error') === 'forged') ||
        'guest result altered the envelope: ' + JSON.stringify(outcome),
    },
  },
  {
    id: 'error-claims-a-code',
    basis: 'common',
    code: `async () => {
      throw Object.assign(new Error('The pool is shutting down.'), {
        code: 'INTERNAL',
        retryable: true,
        name: 'ExecutorError',
      })
    }`,
    expect: { errorMatches: /The pool is shutting down\./ },
  },
  {
    id: 'unawaited-tool-call-at-settle',
    basis: 'common',
    code: `async () => { store.hang(); store.hang(); return 'settled' }`,
    expect: answers('settled'),
    ...echoStore,
    maxWallMs: 3000,
  },
]
