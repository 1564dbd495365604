// Requests that a program gives up are still open at an outbound function that takes its time: their
// number has a bound, or a program fills the memory of its host.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openExecutor } from '../lifecycle/open-executor.ts'

/** More than this many at once is no honest program. */
const MAX_OPEN = 4_096

test('requests that a program cancels in a loop reach the outbound function up to a bound', async () => {
  let open = 0
  await using executor = openExecutor({ workers: 1 })
  const outcome = await executor.execute({
    code: `async () => {
      for (let index = 0; index < 12_000; index += 1) {
        const controller = new AbortController()
        const request = fetch('http://a.test/', { signal: controller.signal }).catch(() => 0)
        await 0
        controller.abort()
        await request
      }
      return 'through'
    }`,
    timeout: 20_000,
    outbound: () => {
      open += 1

      return new Promise(() => undefined)
    },
  })
  assert.ok(outcome.result === 'through' || outcome.error !== undefined)
  assert.ok(open > 0 && open <= MAX_OPEN, `${open} open requests`)
})
