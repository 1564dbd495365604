// Answers what the guest half of one run sends: calls of bindings, and an answer in parts. Everything that
// arrives may be forged by the program, so nothing here rejects and names are looked up by number.

import {
  EXECUTION_COMPLETED_MESSAGE,
  thrownText,
  type ToolDispatchFn,
} from '@supolka/codemode-executor-protocol'
import { ANSWER_CHANNEL } from '../guest/settings.ts'
import type { AnswerParts } from './answer-parts.ts'
import type { Member } from './namespaces.ts'
import { isRecord } from './record.ts'
import type { HostTransit } from './transit.ts'

export type DispatchOptions = {
  members: Array<Member>
  transit: HostTransit
  parts: AnswerParts
  /** Whether the run goes on. */
  isActive: () => boolean
}

const COMPLETED = JSON.stringify({ error: EXECUTION_COMPLETED_MESSAGE })
const TAKEN = '{}'

export function createDispatch(options: DispatchOptions): ToolDispatchFn {
  return async (provider, tool, argsJson) => {
    if (!options.isActive()) return COMPLETED
    if (provider === ANSWER_CHANNEL) {
      options.parts.add(readPayload(argsJson))

      return TAKEN
    }

    return callMember(options, `${provider}.${tool}`, argsJson)
  }
}

async function callMember(
  { members, transit }: DispatchOptions,
  name: string,
  argsJson: string,
): Promise<string> {
  const payload = readPayload(argsJson)
  const { f: number } = payload
  const member = typeof number === 'number' ? members[number] : undefined
  if (member === undefined) return errorEnvelope(`unknown binding ${JSON.stringify(name)}`)
  let args: unknown
  try {
    args = transit.decode(payload, argsJson)
  } catch (failure) {
    return errorEnvelope(thrownText(failure))
  }

  return answerOf(member, args, transit)
}

async function answerOf({ call }: Member, args: unknown, transit: HostTransit): Promise<string> {
  let value: unknown
  try {
    value = await call(args)
  } catch (reason) {
    return transit.encodeRejection(reason)
  }
  try {
    return `{"result":{${transit.encodeResolution(value)}}}`
  } catch (failure) {
    return errorEnvelope(thrownText(failure))
  }
}

function errorEnvelope(error: string): string {
  return JSON.stringify({ error })
}

/** The members of a payload; none for text that is no JSON object. */
function readPayload(text: string): Record<string, unknown> {
  try {
    const payload: unknown = JSON.parse(text)

    return isRecord(payload) ? payload : {}
  } catch {
    return {}
  }
}
