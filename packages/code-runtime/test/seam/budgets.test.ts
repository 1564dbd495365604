import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { places } from '../places.ts'
import { describePlaces, ledgerOf, loadSeam } from './seam.ts'

const never = (): Promise<never> => new Promise(() => undefined)

describePlaces((load) => {
  test('S9: a hot loop behind an open call spends the compute budget', async (t) => {
    const { run } = await load(t, { computeMs: 300, maxWallMs: 30_000 })
    const { error } = await run('tools.never({}); for (;;) {}', { never })
    equal(error?.kind, 'timeout')
    match(error?.message ?? '', /^compute budget exhausted \(\d+ms busy\)$/)
  })

  test('S10: waiting for a binding costs no compute', async (t) => {
    const { run } = await load(t, { computeMs: 1_000 })
    const { value, error } = await run('return tools.slow({})', {
      slow: () => delay(1_500, 'late'),
    })
    deepEqual([value, error], ['late', undefined])
  })

  test('S11: waiting for a binding for ever meets the wall-clock ceiling', async (t) => {
    const { run } = await load(t, { maxWallMs: 400 })
    deepEqual((await run('await tools.never({})', { never })).error, {
      kind: 'timeout',
      message: 'wall-clock ceiling reached (400ms)',
    })
  })

  test('S12: an abort ends an endless loop with the reason that the caller gave', async (t) => {
    const { run } = await load(t)
    const controller = new AbortController()
    setTimeout(() => controller.abort('user-cancel'), 150)
    deepEqual(await run('for (;;) {}', {}, { signal: controller.signal }), {
      logs: [],
      error: { kind: 'abort', message: 'user-cancel' },
    })
  })

  test('S13: a signal that has fired before aborts the run before it starts', async (t) => {
    const { run } = await load(t)
    let calls = 0
    const result = await run(
      'await tools.f({})',
      { f: () => (calls += 1) },
      { signal: AbortSignal.abort('too-late') },
    )
    deepEqual(result, { logs: [], error: { kind: 'abort', message: 'too-late' } })
    equal(calls, 0)
  })

  test('S14: the cap holds for failures before anything is started', async (t) => {
    const small = await load(t, { maxOutputBytes: 64 })
    const signal = AbortSignal.abort('r'.repeat(1_000))
    deepEqual(await small.run('return 1', {}, { signal }), {
      logs: [],
      error: { kind: 'output-limit', message: 'outer output exceeded 64 bytes' },
    })
    const smallest = await load(t, { maxOutputBytes: 4 })
    const result = await smallest.run('enum A { B }')
    equal(result.error?.kind, 'output-limit')
    equal(ledgerOf(result), 4)
  })

  test('S15: a resolution that lands after the abort is dropped', async (t) => {
    const { run } = await load(t)
    const controller = new AbortController()
    const answered = Promise.withResolvers<string>()
    const result = await run(
      'return tools.f({})',
      {
        f: () => {
          controller.abort('cancel-now')
          return answered.promise
        },
      },
      { signal: controller.signal },
    )
    answered.resolve('late')
    deepEqual(result, { logs: [], error: { kind: 'abort', message: 'cancel-now' } })
  })
})

for (const place of places) {
  test(`S16: a program that takes all memory is a worker exit, and the next one runs (${place.name})`, async (t) => {
    const { executor, dispose } = await place.open({ memoryLimit: 32 })
    t.after(dispose)
    const { run } = await loadSeam(t, { executor })
    const { error } = await run('const all = []; for (;;) all.push(new Array(1e5).fill(1.5))')
    equal(error?.kind, 'worker-exit')
    equal((await run('return "still here"')).value, 'still here')
  })
}

test('S16: the memory limit of the configuration is that of the pool it makes', async (t) => {
  const { run } = await loadSeam(t, { maxOldGenerationSizeMb: 32, pool: { workers: 1 } })
  const { error } = await run('const all = []; for (;;) all.push(new Array(1e5).fill(1.5))')
  match(error?.message ?? '', /at its 32 MB limit/)
})
