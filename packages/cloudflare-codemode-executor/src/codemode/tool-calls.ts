// Answers the calls of one run: tools by their sanitised names, connectors by their one method.

import {
  thrownText,
  ToolNotFoundError,
  type ToolDispatchFn,
} from '@supolka/codemode-executor-protocol'
import { parseArguments, stringifyAnswer } from './codec.ts'
import type { CodemodeConnector } from './dialect.ts'
import type { ToolTable } from './tool-table.ts'

/** What the namespaces of a run stand for, by their names. */
export type Namespaces = {
  tools: ReadonlyMap<string, ToolTable>
  connectors: ReadonlyMap<string, CodemodeConnector['binding']>
}

/** The dispatch of one run. Whoever opens it ends it once the run has settled. */
export type ToolCalls = {
  dispatch: ToolDispatchFn
  /** Later calls reach no tool. What tools have begun goes on to its end. */
  end: () => void
}

/** What the dialect tells a program whose call comes too late. */
const LATE_CALL =
  'The code execution finished before this tool call settled. Await every tool call before returning.'

/** What the dialect's durable runtime looks for in the error of a run that waits for an approval. */
const PAUSE = '__CODEMODE_PAUSE__'

export function serveCalls(namespaces: Namespaces): ToolCalls {
  let hasEnded = false
  const dispatch: ToolDispatchFn = async (name, tool, argsJson) => {
    if (hasEnded) return stringifyAnswer({ error: LATE_CALL })
    try {
      const result = await callNamespace(namespaces, { name, tool, args: parseArguments(argsJson) })

      return stringifyAnswer({ result })
    } catch (failure) {
      return stringifyAnswer({ error: thrownText(failure) })
    }
  }

  return {
    dispatch,
    end: () => {
      hasEnded = true
    },
  }
}

type Call = { name: string; tool: string; args: Array<unknown> }

async function callNamespace(namespaces: Namespaces, { name, tool, args }: Call): Promise<unknown> {
  const binding = namespaces.connectors.get(name)
  if (binding !== undefined) return readMarker(await binding.callTool(tool, args[0]))
  const table = namespaces.tools.get(name)
  const call = table?.get(tool)
  if (call === undefined) throw new ToolNotFoundError(tool, [...(table?.keys() ?? [])])

  return call(...args)
}

/** A connector answers with a marker where it may not throw: across Workers RPC that would be heard. */
function readMarker(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !(MARKER in answer)) return answer
  if (answer[MARKER] === 'pause') throw new Error(PAUSE)
  if (answer[MARKER] === 'error') throw new Error('message' in answer ? String(answer.message) : '')

  return answer
}

const MARKER = '__codemode_control__'
