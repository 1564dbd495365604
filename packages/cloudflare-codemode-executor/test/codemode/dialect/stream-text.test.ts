// A model of the AI SDK that streams its calls, here a scripted one, with the durable runtime's tool.

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { isStepCount, simulateReadableStream, streamText } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { onEachExecutor } from '../on-each-executor.ts'
import { openDurableHost } from './durable-host.ts'
import { completed, paused, type Output } from './outputs.ts'

type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer Part>
    ? Part
    : never

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** Streams one program, and then a closing word. */
function streamingModel(code: string): MockLanguageModelV4 {
  const turns: Array<Array<StreamPart>> = [
    [
      {
        type: 'tool-call',
        toolCallId: 'call',
        toolName: 'codemode',
        input: JSON.stringify({ code }),
      },
      { type: 'finish', finishReason: { unified: 'tool-calls', raw: undefined }, usage },
    ],
    [
      { type: 'text-start', id: 'text' },
      { type: 'text-delta', id: 'text', delta: 'Done.' },
      { type: 'text-end', id: 'text' },
      { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage },
    ],
  ]

  return new MockLanguageModelV4({
    doStream: async () => ({
      stream: simulateReadableStream<StreamPart>({
        chunks: turns.shift() ?? [],
        initialDelayInMs: null,
        chunkDelayInMs: null,
      }),
    }),
  })
}

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)

  test('a model that streams has its program executed, and goes on from the result', async () => {
    const { runtime } = openDurableHost(adapter)
    const model = streamingModel('async () => (await items.list_items()).length')
    const { steps, text } = streamText({
      model,
      prompt: 'How many items are there?',
      tools: { codemode: runtime.tool() },
      stopWhen: isStepCount(2),
    })
    const output = (await steps)[0]?.toolResults[0]?.output as Output
    equal(completed(output).result, 0)
    equal(await text, 'Done.')
  })

  test('a model that streams is told that its program waits for an approval', async () => {
    const { runtime } = openDurableHost(adapter)
    const model = streamingModel(`async () => await items.create_item({ title: 'hello' })`)
    const { steps } = streamText({
      model,
      prompt: 'Create an item.',
      tools: { codemode: runtime.tool() },
      stopWhen: isStepCount(2),
    })
    const { executionId, pending } = paused((await steps)[0]?.toolResults[0]?.output as Output)
    deepEqual(
      pending.map(({ method }) => method),
      ['create_item'],
    )
    equal(completed(await runtime.approve({ executionId })).status, 'completed')
  })
})
