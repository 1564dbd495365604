import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { allowedResident, residentBytes } from '../../src/pool/resident-memory.ts'

const MEGABYTE = 1_048_576

suite('resident memory', () => {
  test(
    'of this process is what the process says of itself',
    { skip: process.platform !== 'linux' },
    () => {
      const before = process.memoryUsage.rss()
      const read = residentBytes(process.pid)
      assert.ok(Math.abs(read - before) < 32 * MEGABYTE, `${read} against ${before}`)
    },
  )

  test('of a process that is not there is nothing', () => {
    assert.equal(residentBytes(2 ** 31 - 1), 0)
    assert.equal(residentBytes(undefined), 0)
  })

  test('the allowance lies above what the limit itself lets a heap reach', () => {
    const idle = 60 * MEGABYTE
    for (const limit of [8, 128, 4_096]) {
      const allowed = allowedResident(idle, limit)
      assert.ok(allowed > idle + 2 * limit * MEGABYTE, String(limit))
      assert.ok(allowed < idle + (4 * limit + 128) * MEGABYTE, String(limit))
    }
    assert.ok(allowedResident(0, 9) > allowedResident(0, 8))
  })
})
