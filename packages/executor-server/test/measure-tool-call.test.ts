import { doesNotThrow, equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { MESSAGE_LIMIT, PayloadTooLargeError } from '@supolka/codemode-executor-protocol'
import { checkToolCallSize, TOOL_CALL_BOUND } from '../src/measure-tool-call.ts'

test('a tool call that fits in a message passes, and one byte more does not', () => {
  equal(TOOL_CALL_BOUND < MESSAGE_LIMIT, true)
  // Six bytes each, and three pairs of quotes.
  const count = Math.floor((TOOL_CALL_BOUND - 6) / 6)
  const rest = TOOL_CALL_BOUND - 6 - count * 6
  const texts = ['', 'x'.repeat(rest), '\u0001'.repeat(count)]
  doesNotThrow(() => checkToolCallSize(texts))
  throws(() => checkToolCallSize(['x', ...texts.slice(1)]), {
    message: new PayloadTooLargeError('tool call', TOOL_CALL_BOUND + 1, TOOL_CALL_BOUND).message,
  })
})

test('small ones pass, whatever they hold', () => {
  for (const text of ['', '\u0001', '"', '\ud800', '😀'])
    doesNotThrow(() => checkToolCallSize([text]))
})
