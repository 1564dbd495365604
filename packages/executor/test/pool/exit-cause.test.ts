import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { crashFault, isOwnDoing, silenceFault, startFault } from '../../src/pool/exit-cause.ts'

const exit = (code: number | null, signal: string | null) => ({ code, signal, lastWords: 'bye' })

suite('exit causes', () => {
  test('deaths by which V8 gives up are the doing of the program', () => {
    for (const signal of ['SIGABRT', 'SIGTRAP', 'SIGILL']) {
      assert.equal(isOwnDoing(exit(null, signal)), true, signal)
    }
    for (const code of [132, 133, 134]) assert.equal(isOwnDoing(exit(code, null)), true)
  })

  test('other deaths are not', () => {
    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGSEGV', 'SIGBUS', 'SIGXCPU']) {
      assert.equal(isOwnDoing(exit(null, signal)), false, signal)
    }
    for (const code of [0, 1, 9, 137, 139, 143]) {
      assert.equal(isOwnDoing(exit(code, null)), false, String(code))
    }
    assert.equal(isOwnDoing(exit(null, null)), false)
  })

  test('faults name the worker in one sentence, are retryable, and keep the cause', () => {
    const death = exit(1, null)
    const faults = [
      [crashFault(3, death), 'Worker 3 died under the execution.', death],
      [startFault(4, death), 'Worker 4 failed to start.', death],
      [silenceFault(5), 'Worker 5 stopped answering.', undefined],
    ] as const
    for (const [fault, text, cause] of faults) {
      assert.equal(fault.message, text)
      assert.deepEqual([fault.code, fault.retryable], ['WORKER_CRASHED', true])
      assert.equal(fault.cause, cause)
    }
  })
})
