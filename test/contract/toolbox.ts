// Tools of a test as a request carries them, over the dispatch that the protocol package composes.

import {
  createEnvelopeDispatch,
  ToolNotFoundError,
  type ExecuteRequest,
} from '@supolka/codemode-executor-protocol'

/** Gets the arguments as the dispatch parsed them: a list, or the single argument. */
export type Tool = (args: unknown) => unknown

/** The `providers` and `dispatch` of a request whose provider `store` has these tools. */
export function storeOf(
  tools: Record<string, Tool>,
): Required<Pick<ExecuteRequest, 'providers' | 'dispatch'>> {
  return {
    providers: [{ name: 'store', tools: Object.keys(tools) }],
    dispatch: createEnvelopeDispatch({ active: true }, (_provider, name, args) => {
      const tool = tools[name]
      if (tool === undefined) throw new ToolNotFoundError(name)

      return tool(args)
    }),
  }
}

/** A dispatch that answers each call with the same text and keeps what it received. */
export function scripted(answer: string): {
  calls: Array<[provider: string, tool: string, argsJson: string]>
  request: Required<Pick<ExecuteRequest, 'providers' | 'dispatch'>>
} {
  const calls: Array<[string, string, string]> = []

  return {
    calls,
    request: {
      providers: [{ name: 'store', tools: ['put', 'get'] }],
      dispatch: async (...call) => {
        calls.push(call)

        return answer
      },
    },
  }
}
