import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { guardObserver, type ExecutorObserver } from '../../src/observer.ts'

const usage = { wallMs: 0, guestMs: 0, toolCalls: 0, peakHeapBytes: 0 }

function notifyAll(observer: Required<ExecutorObserver>): void {
  observer.onExecution({ outcome: 'returned', queuedMs: 0, usage })
  observer.onToolCall({ durationMs: 1 })
  const exit = { code: null, signal: 'SIGKILL', lastWords: '' }
  observer.onChildExit({ workerId: 1, cause: 'disposed', ...exit })
  observer.onHandlesClosed('e1')
}

suite('a guarded observer', () => {
  test('passes each event on, with the observer as this', () => {
    const heard: Array<unknown> = []
    class Listener implements ExecutorObserver {
      readonly #heard = heard
      onToolCall(event: unknown): void {
        this.#heard.push(event)
      }
      onHandlesClosed(event: unknown): void {
        this.#heard.push(event)
      }
    }
    notifyAll(guardObserver(new Listener()))
    assert.deepEqual(heard, [{ durationMs: 1 }, 'e1'])
  })

  test('has every member where none is given', () => {
    notifyAll(guardObserver({}))
    notifyAll(guardObserver())
  })

  test('drops what is thrown, with one warning for all', async () => {
    let calls = 0
    const fail = (): never => {
      calls += 1
      throw new Error(`broken ${calls}`)
    }
    const warnings: Array<Error> = []
    const listen = (warning: Error): void => void warnings.push(warning)
    process.on('warning', listen)
    try {
      const warned = once(process, 'warning')
      notifyAll(
        guardObserver({
          onExecution: fail,
          onToolCall: fail,
          onChildExit: fail,
          onHandlesClosed: fail,
        }),
      )
      await warned
      assert.equal(calls, 4)
      assert.deepEqual(
        warnings.map(({ name, message }) => [name, message]),
        [['CodemodeExecutorWarning', 'observer threw: Error: broken 1']],
      )
    } finally {
      process.off('warning', listen)
    }
  })
})
