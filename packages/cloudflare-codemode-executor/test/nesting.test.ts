import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createNesting } from '../src/nesting.ts'

/** Node as a browser, or an old Worker, would look to the package. */
const withoutContext = (): ReturnType<typeof createNesting<object>> => {
  const { getBuiltinModule } = process
  Reflect.deleteProperty(process, 'getBuiltinModule')
  try {
    return createNesting<object>()
  } finally {
    process.getBuiltinModule = getBuiltinModule
  }
}

suite('where the runtime has asynchronous context', () => {
  test('a call knows the execution whose tool it comes out of, across every wait', async () => {
    const nesting = createNesting<{ name: string }>()
    assert.equal(nesting.outer, undefined)
    const outer = { name: 'outer' }
    const seen = await nesting.enter(outer, async () => {
      const before = nesting.outer
      await setTimeout(1)

      return [before, nesting.outer]
    })
    assert.deepEqual(seen, [outer, outer])
    assert.equal(nesting.outer, undefined)
  })

  test('the innermost tool counts', () => {
    const nesting = createNesting<{ depth: number }>()
    const depth = nesting.enter({ depth: 1 }, () =>
      nesting.enter({ depth: 2 }, () => nesting.outer?.depth),
    )
    assert.equal(depth, 2)
  })

  test('what is started apart from any tool is in none, and stays so', async () => {
    const nesting = createNesting<object>()
    const started = nesting.enter({}, () =>
      nesting.leave(async () => {
        await setTimeout(1)

        return nesting.outer
      }),
    )
    assert.equal(await started, undefined)
  })

  test('executors do not see the tools of each other', () => {
    const [one, other] = [createNesting<object>(), createNesting<object>()]
    assert.equal(
      one.enter({}, () => other.outer),
      undefined,
    )
  })
})

suite('where the runtime has none', () => {
  test('work is done all the same, and nothing counts as nested', async () => {
    const nesting = withoutContext()
    const answer = nesting.enter({}, () => [nesting.outer, 'done'])
    assert.deepEqual(answer, [undefined, 'done'])
    assert.equal(
      nesting.leave(() => 5),
      5,
    )
    const failure = new Error('thrown')
    assert.throws(
      () =>
        nesting.enter({}, () => {
          throw failure
        }),
      failure,
    )
  })
})
