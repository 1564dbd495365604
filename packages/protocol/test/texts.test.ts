// Every text that the protocol package composes, pinned: class, arguments, text.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as protocol from '@supolka/codemode-executor-protocol'

const timeout = new protocol.ExecutionTimeoutError(60_000)
const texts: Array<[failure: Error, name: string, text: string]> = [
  [
    timeout,
    'ExecutionTimeoutError',
    'Execution timed out at its 60000 ms bound. Do less work per run and return the part that is already finished.',
  ],
  [
    new protocol.MemoryLimitError(1024),
    'MemoryLimitError',
    'Execution ran out of memory at its 1024 MB limit. Work through the data in smaller pieces and keep only what you return.',
  ],
  [
    new protocol.ExecutionAbortedError(),
    'ExecutionAbortedError',
    'Execution was aborted by its caller. Nothing after the abort ran; start a new execution to continue.',
  ],
  [
    new protocol.OutboundDisabledError(),
    'OutboundDisabledError',
    'Outbound fetch is disabled for this execution. Anything this run needs from outside has to arrive through a tool call.',
  ],
  [
    new protocol.ModuleNotFoundError('node:fs', ['greeter', 'dates']),
    'ModuleNotFoundError',
    'Module "node:fs" is not in the module map. Import one of the names it declares: greeter, dates.',
  ],
  [
    new protocol.ModuleNotFoundError('greeter', []),
    'ModuleNotFoundError',
    'Module "greeter" is not in the module map. The module map declares no names.',
  ],
  [
    new protocol.ModuleKeyCollisionError('a', './a', 'a'),
    'ModuleKeyCollisionError',
    'Module map keys "./a" and "a" both name the module "a", because a leading "./" is no part of a name. Rename one of them, or leave one out.',
  ],
  [
    new protocol.UnsupportedModuleKindError('a'),
    'UnsupportedModuleKindError',
    'Module "a" has no supported kind. Give a string of JavaScript, or an object with exactly one of js (a string), json (a JSON value) and text (a string).',
  ],
  [
    new protocol.PayloadTooLargeError("run's answer", 9_000_001, protocol.PAYLOAD_LIMIT),
    'PayloadTooLargeError',
    "The run's answer is 9,000,001 bytes, past its bound of 8,388,608 bytes. Send less at a time, or keep only what is needed.",
  ],
  [
    new protocol.PayloadTooLargeError('tool call', 100, 7),
    'PayloadTooLargeError',
    'The tool call is 100 bytes, past its bound of 7 bytes. Send less at a time, or keep only what is needed.',
  ],
  [
    new protocol.CompressionAbsentError('CompressionStream'),
    'CompressionAbsentError',
    'CompressionStream is absent from this runtime by design. The host applies content coding on the wire, so work with uncompressed bytes.',
  ],
  [
    new protocol.BufferGrowthAbsentError('ArrayBuffer.prototype.resize'),
    'BufferGrowthAbsentError',
    'ArrayBuffer.prototype.resize is absent from this runtime because a buffer that grows after it is created is allocated outside the memory limit this execution is metered against. Ask for the length you need when you create the buffer.',
  ],
  [
    new protocol.CacheStorageAbsentError(),
    'CacheStorageAbsentError',
    'Cache storage is absent from this runtime because nothing survives an execution. Return what should persist in the result and take it back as an input on the next call.',
  ],
  [
    new protocol.ToolNotFoundError('deleteAll', ['listOrders']),
    'ToolNotFoundError',
    'Tool "deleteAll" not found',
  ],
  [
    new protocol.ToolNotFoundError('list_order', ['getOrder', 'list-order', 'listOrders']),
    'ToolNotFoundError',
    'Tool "list_order" not found. Did you mean "list-order", "listOrders"?',
  ],
  [
    new protocol.AnswerTooLargeError('answer of tool "read"', 9_000_000, 8_388_608),
    'AnswerTooLargeError',
    'The answer of tool "read" is 9,000,000 bytes, past the 8,388,608 bytes that this execution can take in. Ask for less at a time.',
  ],
  [
    new protocol.HandleNotFoundError('e1', 'queue', ['fetch']),
    'HandleNotFoundError',
    'Execution "e1" has no handle named "queue". The granted handles are: fetch.',
  ],
  [
    new protocol.InvalidProviderNameError('2fa'),
    'InvalidProviderNameError',
    'Provider name "2fa" is not an identifier of ASCII letters, digits, underscore and dollar that starts with no digit. Rename the provider within that form.',
  ],
  [
    new protocol.ReservedProviderNameError('Promise'),
    'ReservedProviderNameError',
    'Provider name "Promise" is reserved, because the scope the program runs in depends on it. Choose a name outside the reserved set.',
  ],
  [
    new protocol.ReservedWordProviderNameError('class'),
    'ReservedWordProviderNameError',
    'Provider name "class" is a reserved word of ECMAScript. Choose a name that a program can declare.',
  ],
  [
    new protocol.DuplicateProviderNameError('crm'),
    'DuplicateProviderNameError',
    'Provider name "crm" is declared more than once. Give every provider a name of its own.',
  ],
  [
    new protocol.QueueOverflowError(1),
    'ExecutorError',
    'The queue is at its bound of 1. Retry when a running execution settles.',
  ],
  [
    new protocol.ResponseTooLargeError(40_000_000, protocol.DEFAULT_RESPONSE_LIMIT),
    'ExecutorError',
    'The response is 40,000,000 bytes, past the response limit of 32,505,856 bytes. Return less, or raise the limit on the server.',
  ],
  [
    new protocol.HandlesClosedError('e1'),
    'ExecutorError',
    'Execution "e1" holds no handles: they were closed, expired at the idle bound, or never granted. Execute again with retainHandles to get a fresh executionId.',
  ],
]

test('every failure composes its pinned text and has its name on the prototype', () => {
  for (const [failure, name, text] of texts) {
    assert.equal(failure.message, text)
    assert.equal(failure.name, name)
    assert.equal(Object.hasOwn(failure, 'name'), false)
    assert.ok(failure instanceof Error)
    assert.ok(failure.stack?.startsWith(`${name}: ${text}`), failure.stack)
  }
})

test('every exported error class is in the table', () => {
  const pinned = new Set<unknown>(texts.map(([failure]) => failure.constructor))
  const missing = Object.entries(protocol)
    .filter(([name, value]) => name.endsWith('Error') && typeof value === 'function')
    .filter(([, value]) => !pinned.has(value))
    .map(([name]) => name)
  // The base of the faults states what its thrower says, and the rehydration is no class.
  assert.deepEqual(missing, ['ExecutorError', 'rehydrateExecutorError'])
})

test('the texts that no class composes are pinned too', () => {
  assert.equal(protocol.EXECUTION_COMPLETED_MESSAGE, 'Execution has already completed.')
  assert.equal(
    protocol.OUTSIDE_ENVELOPE_MESSAGE,
    'The dispatch answered outside the result envelope.',
  )
  assert.match(protocol.CONSOLE_CAPTURE_MESSAGE, /1,048,576 bytes/)
})

test('a timeout is recognised by its whole first sentence, at the start of the text', () => {
  const { matches } = protocol.ExecutionTimeoutError
  assert.ok(matches(timeout.message))
  assert.ok(matches('Execution timed out at its 5 ms bound.'))
  assert.ok(!matches('Execution timed out'))
  assert.ok(!matches('Execution timed out at its many ms bound. And so on.'))
  assert.ok(!matches(`Error: ${timeout.message}`))
  assert.ok(!matches(undefined))
})

test('memory and abort are recognised as well, and none is taken for another', () => {
  const classes = [
    protocol.ExecutionTimeoutError,
    protocol.MemoryLimitError,
    protocol.ExecutionAbortedError,
  ]
  const samples = [new protocol.MemoryLimitError(8), new protocol.ExecutionAbortedError(), timeout]
  for (const { message, constructor } of samples) {
    assert.deepEqual(
      classes.filter((candidate) => candidate.matches(message)),
      [constructor],
    )
  }
})

test('a text does not grow with the names that a program chose', () => {
  const long = '\u{1F600}'.repeat(1e5)
  const failures = [
    new protocol.ModuleNotFoundError(
      long,
      Array.from({ length: 1e5 }, (_, n) => `module-${n}`),
    ),
    new protocol.ToolNotFoundError(long, [long]),
    new protocol.InvalidProviderNameError(long),
    new protocol.HandlesClosedError(long),
  ]
  for (const { message } of failures) {
    assert.ok(message.length < 3_000, String(message.length))
    assert.ok(message.isWellFormed(), 'a name was cut inside a character')
    assert.match(message, /…"/)
  }
  assert.match(failures[0]?.message ?? '', /module-1, .* and \d+ more\.$/)
})
