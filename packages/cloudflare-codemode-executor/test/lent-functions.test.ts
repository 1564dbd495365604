import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  AnswerTooLargeError,
  EXECUTION_COMPLETED_MESSAGE,
  type ExecuteRequest,
  type LogLine,
} from '@supolka/codemode-executor-protocol'
import { watchAbort } from '../src/abort-watch.ts'
import { REQUEST_BOUND } from '../src/compose-call.ts'
import { lendFunctions, type LentFunctions } from '../src/lent-functions.ts'

const passing = <Result>(work: () => Result): Result => work()

function lend(request: Partial<ExecuteRequest>, enter = passing): LentFunctions {
  const abort = watchAbort(request.signal)

  return lendFunctions({ code: '', ...request }, { abort, enter })
}

/** What lending makes of a dispatch that answers anything at all. */
function lendDispatch(dispatch: (...args: Array<string>) => unknown): LentFunctions {
  return lend({ dispatch: dispatch as ExecuteRequest['dispatch'] })
}

const call = ({ dispatch }: LentFunctions, tool = 'list', args = '[1]'): Promise<string> => {
  if (dispatch === null) throw new Error('Nothing was lent.')

  return dispatch('store', tool, args)
}

/** What a promise rejects with, as it would cross: its name, its text and its own properties. */
async function crossingOf(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await promise
  } catch (failure) {
    assert.ok(failure instanceof Error)

    return {
      name: failure.name,
      text: failure.message,
      own: Object.keys(failure),
      cause: failure.cause,
    }
  }
  throw new Error('Nothing was thrown.')
}

suite('a request without functions', () => {
  test('lends none, and has no tool calls to count', () => {
    const lent = lend({})
    assert.deepEqual(
      { dispatch: lent.dispatch, outbound: lent.outbound, options: lent.options },
      { dispatch: null, outbound: undefined, options: {} },
    )
    assert.equal(lent.dispatched, 0)
    lent.end()
  })

  test('lends no outbound function where there is to be no network', () => {
    assert.equal(lend({ outbound: null }).outbound, undefined)
  })
})

suite('a lent dispatch', () => {
  test('passes on what it got, and what it was answered', async () => {
    const seen: Array<Array<string>> = []
    const lent = lendDispatch((...args) => {
      seen.push(args)

      return '{"result":1}'
    })
    assert.equal(await call(lent), '{"result":1}')
    assert.deepEqual(seen, [['store', 'list', '[1]']])
  })

  test('counts the calls that reached the caller, the failed ones included', async () => {
    const lent = lendDispatch((_, tool) => {
      if (tool === 'fail') throw new Error('no')

      return '{}'
    })
    await call(lent)
    await crossingOf(call(lent, 'fail'))
    assert.equal(lent.dispatched, 2)
  })

  test('is part of a tool while the caller is asked, and not after', async () => {
    const depths: Array<string> = []
    const dispatch = async (): Promise<string> => {
      depths.push('called')

      return '{}'
    }
    const lent = lend({ dispatch }, (work) => {
      depths.push('enter')
      try {
        return work()
      } finally {
        depths.push('leave')
      }
    })
    await call(lent)
    assert.deepEqual(depths, ['enter', 'called', 'leave'])
  })

  test('answers a call after the end with the completed text, and the caller hears nothing', async () => {
    let calls = 0
    const lent = lendDispatch(() => {
      calls += 1

      return '{}'
    })
    lent.end()
    assert.equal(await call(lent), JSON.stringify({ error: EXECUTION_COMPLETED_MESSAGE }))
    assert.deepEqual([calls, lent.dispatched], [0, 0])
  })

  test('still gives the answer to a call that was made before the end', async () => {
    const answer = Promise.withResolvers<string>()
    const lent = lend({ dispatch: () => answer.promise })
    const answered = call(lent)
    lent.end()
    answer.resolve('{"result":"late"}')
    assert.equal(await answered, '{"result":"late"}')
  })

  test('answers what is no text with a text that is no envelope', async () => {
    const answers: Array<unknown> = [undefined, null, 5, {}, ['{}'], Symbol('a'), () => '{}', 1n]
    for (const answer of answers) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal(await call(lendDispatch(() => answer)), 'null')
    }
  })

  test('rejects with the text of what was thrown and nothing else of it', async () => {
    const cause = new Error('a secret')
    const thrown: Array<[thrown: unknown, text: string]> = [
      [Object.assign(new TypeError('no', { cause }), { code: 'INTERNAL', retryable: true }), 'no'],
      ['a text', 'a text'],
      [new Error(''), ''],
      [null, 'A value that is not an error was thrown: null'],
      [undefined, 'A value that is not an error was thrown: undefined'],
      [{ code: 1 }, 'A value that is not an error was thrown: {"code":1}'],
    ]
    for (const [failure, text] of thrown) {
      const lent = lendDispatch(() => {
        throw failure
      })
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const crossing = await crossingOf(call(lent))
      assert.deepEqual(crossing, { name: 'Error', text, own: [], cause: undefined })
    }
  })

  test('treats a rejection as it treats a throw', async () => {
    const lent = lendDispatch(() => Promise.reject(new Error('later')))
    assert.equal((await crossingOf(call(lent)))['text'], 'later')
  })

  test('refuses an answer that fits in no message, and takes one that just does', async () => {
    const most = 'x'.repeat(REQUEST_BOUND - 2)
    assert.equal(await call(lendDispatch(() => most)), most)
    const { text } = await crossingOf(call(lendDispatch(() => `${most}x`)))
    const what = 'answer of tool "list"'
    assert.equal(text, new AnswerTooLargeError(what, REQUEST_BOUND + 1, REQUEST_BOUND).message)
  })
})

suite('a lent signal', () => {
  test('is there only when the caller gave one, and tells when it fires', async () => {
    const controller = new AbortController()
    const { options, end } = lend({ signal: controller.signal })
    const fired = options.signal?.()
    controller.abort()
    assert.equal(await fired, true)
    end()
  })

  test('tells that nobody waits any more when the call has settled', async () => {
    const { options, end } = lend({ signal: new AbortController().signal })
    const fired = options.signal?.()
    end()
    assert.equal(await fired, false)
  })
})

suite('a lent onLog', () => {
  const line: LogLine = { level: 'log', text: 'said' }

  test('hears each line', () => {
    const lines: Array<LogLine> = []
    lend({ onLog: (heard) => lines.push(heard) }).options.onLog?.(line)
    assert.deepEqual(lines, [line])
  })

  test('that throws loses neither the run nor its text to the server', () => {
    const { options } = lend({
      onLog: () => {
        throw new Error('of the caller')
      },
    })
    assert.equal(options.onLog?.(line), undefined)
  })

  test('answers nothing, whatever it answers here', () => {
    const onLog = (() => () => 'a function') as unknown as ExecuteRequest['onLog']
    assert.equal(lend({ onLog }).options.onLog?.(line), undefined)
  })
})
