// A model of the AI SDK that answers with programs, one a turn, and then with what it was told of the last.

import { MockLanguageModelV4 } from 'ai/test'

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
}

/** It stands for any model that a provider of the AI SDK has. */
export function scriptedModel(programs: Array<string>): MockLanguageModelV4 {
  const model: MockLanguageModelV4 = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const code = programs[model.doGenerateCalls.length - 1]
      if (code === undefined) {
        const told = prompt.findLast(({ role }) => role === 'tool')

        return {
          content: [{ type: 'text', text: `I was told: ${JSON.stringify(told?.content)}` }],
          finishReason: { unified: 'stop', raw: undefined },
          usage,
          warnings: [],
        }
      }
      const input = JSON.stringify({ code })

      return {
        content: [{ type: 'tool-call', toolCallId: 'call', toolName: 'codemode', input }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      }
    },
  })

  return model
}
