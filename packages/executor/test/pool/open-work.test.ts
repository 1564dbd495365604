import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { OpenWork } from '../../src/pool/open-work.ts'

const MAX_OPEN = 8_192
const MAX_BYTES = 256 * 1_048_576

suite('OpenWork', () => {
  test('an id that does not rise is refused, each kind by itself', () => {
    const open = new OpenWork()
    open.begin('call', 0, 0)
    open.begin('request', 0, 0)
    open.begin('call', 7, 0)
    open.begin('request', 3, 0)
    assert.throws(
      () => open.begin('call', 7, 0),
      /^RangeError: A call came twice or out of turn\.$/,
    )
    assert.throws(() => open.begin('call', 2, 0), RangeError)
    assert.throws(
      () => open.begin('request', 3, 0),
      /^RangeError: A request came twice or out of turn\.$/,
    )
    open.begin('request', 4, 0)
  })

  test('an id stays used after its work has ended', () => {
    const open = new OpenWork()
    open.begin('call', 1, 10)
    open.end(10)
    assert.throws(() => open.begin('call', 1, 10), RangeError)
  })

  test('calls and requests count together', () => {
    const open = new OpenWork()
    for (let id = 0; id < MAX_OPEN / 2; id += 1) {
      open.begin('call', id, 1)
      open.begin('request', id, 1)
    }
    assert.throws(() => open.begin('call', MAX_OPEN, 1), /^RangeError: More is open at once/)
  })

  test('what has ended makes room', () => {
    const open = new OpenWork()
    for (let id = 0; id < MAX_OPEN * 3; id += 1) {
      open.begin('call', id, 1)
      if (id >= MAX_OPEN - 1) open.end(1)
    }
  })

  test('bytes are bounded to the byte, and come back', () => {
    const open = new OpenWork()
    open.begin('call', 0, MAX_BYTES - 1)
    open.begin('call', 1, 1)
    assert.throws(() => open.begin('request', 0, 1), /^RangeError: More is open at once/)
    const other = new OpenWork()
    other.begin('call', 0, MAX_BYTES)
    other.end(MAX_BYTES)
    other.begin('call', 1, MAX_BYTES)
  })
})
