// A model of the AI SDK that writes programs, here a scripted one, from its answer to the tool's result.

import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import {
  createCodemodeExecutor,
  type CodemodeExecutor,
} from '@supolka/cloudflare-codemode-executor/codemode'
import { createExecutor, ExecutorError } from '@supolka/codemode-executor'
import { generateText, isStepCount, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'
import { onEachExecutor } from '../on-each-executor.ts'
import { dialectAi } from './load-dialect.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** Answers with each program in turn, and then with a closing word. */
function scriptedModel(programs: Array<string>): MockLanguageModelV4 {
  let turn = 0

  return new MockLanguageModelV4({
    doGenerate: async () => {
      const code = programs[turn]
      turn += 1

      return code === undefined
        ? {
            content: [{ type: 'text', text: 'Done.' }],
            finishReason: { unified: 'stop', raw: undefined },
            usage,
            warnings: [],
          }
        : {
            content: [
              {
                type: 'tool-call',
                toolCallId: `call-${turn}`,
                toolName: 'codemode',
                input: JSON.stringify({ code }),
              },
            ],
            finishReason: { unified: 'tool-calls', raw: undefined },
            usage,
            warnings: [],
          }
    },
  })
}

async function converse(
  executor: CodemodeExecutor,
  programs: Array<string>,
  model: MockLanguageModelV4 = scriptedModel(programs),
) {
  const codemode = dialectAi.createCodeTool({
    executor,
    tools: {
      'get-weather': tool({
        inputSchema: z.object({ city: z.string() }),
        execute: async ({ city }) => ({ city, temperature: 22 }),
      }),
    },
  })

  return generateText({
    model,
    prompt: 'How warm is it in Berlin?',
    tools: { codemode },
    stopWhen: isStepCount(programs.length + 1),
  })
}

/** What the model was told of its last tool call. */
async function lastOutput(executor: CodemodeExecutor, programs: Array<string>): Promise<unknown> {
  const model = scriptedModel(programs)
  await converse(executor, programs, model)
  const message = model.doGenerateCalls.at(-1)?.prompt.findLast(({ role }) => role === 'tool')
  const part = message?.role === 'tool' ? message.content[0] : undefined

  return part?.type === 'tool-result' ? part.output : undefined
}

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)

  test('a model gets the result and the log lines of its program', async () => {
    const output = await lastOutput(adapter, [
      `async () => {
        const { temperature } = await codemode.get_weather({ city: 'Berlin' })
        console.log('asked')
        return temperature
      }`,
    ])
    deepEqual(output, { type: 'json', value: { result: 22, logs: ['asked'] } })
  })

  test('a model that writes TypeScript in a fence gets its result', async () => {
    const output = await lastOutput(adapter, [
      '```TypeScript\ntype City = { city: string }\nconst q: City = { city: "Berlin" }\nawait codemode.get_weather(q)\n```',
    ])
    deepEqual(output, { type: 'json', value: { result: { city: 'Berlin', temperature: 22 } } })
  })

  test('a model reads what failed, tries again, and ends', async () => {
    const { text, steps } = await converse(adapter, [
      'async () => await codemode.getWeather({ city: "Berlin" })',
      'async () => (await codemode.get_weather({ city: "Berlin" })).temperature',
    ])
    const [failure] = steps[0]?.content.filter(({ type }) => type === 'tool-error') ?? []
    ok(failure?.type === 'tool-error')
    equal(
      String(failure.error),
      'Error: Code execution failed: Tool "getWeather" not found. Did you mean "get_weather"?',
    )
    deepEqual(steps[1]?.toolResults[0]?.output, { result: 22 })
    equal(text, 'Done.')
  })

  test('a result that JSON cannot carry is an error and not the end of the conversation', async () => {
    const output = await lastOutput(adapter, ['async () => 1n'])
    deepEqual(output, {
      type: 'error-text',
      value: 'Error: Code execution failed: Do not know how to serialize a BigInt',
    })
  })
})

test('the application reads the code and the retry flag of a fault', async () => {
  const executor = createExecutor({ workers: 1 })
  await executor.dispose()
  const { steps } = await converse(createCodemodeExecutor(executor), ['async () => 1'])
  const [failure] = steps[0]?.content.filter(({ type }) => type === 'tool-error') ?? []
  ok(failure?.type === 'tool-error' && failure.error instanceof ExecutorError)
  deepEqual([failure.error.code, failure.error.retryable], ['INTERNAL', false])
})
