// The form of a case about retained handles, and the steps it can take with them.

import type { OutboundRequestMessage } from '@supolka/codemode-executor'
import type {
  Attack,
  CaseContext,
  CaseRequest,
  HandleStep,
  HostileCase,
  Outcome,
} from './hostile-case.ts'
import { faultCode } from './run-case.ts'

const request: OutboundRequestMessage = {
  method: 'GET',
  url: 'http://h.invalid/',
  headers: [],
  body: null,
}

/** What a case does with the execution it was granted, each call turned into a step. */
export type Handles = {
  executionId: string
  invoke: (options?: {
    message?: Partial<OutboundRequestMessage>
    name?: string
    executionId?: string
  }) => Promise<HandleStep>
  close: (executionId?: string) => Promise<HandleStep>
}

/** A program that stays behind as a handler, the steps taken with it and their judgement. */
export type HandleCase = Omit<HostileCase, 'code' | 'run' | 'expect'> & {
  code: string
  request?: Partial<CaseRequest>
  steps: (handles: Handles) => Promise<Array<HandleStep>>
  check: (steps: Array<HandleStep>, outcome: Outcome, context: CaseContext) => boolean
}

/** The case that keeps the handles of its run, takes the steps and closes them. */
export function retaining({ code, request: more, steps, check, ...rest }: HandleCase): HostileCase {
  return {
    maxWallMs: 15_000,
    ...rest,
    expect: {
      check: (outcome, context) =>
        check(outcome.steps ?? [], outcome, context) || JSON.stringify(outcome),
    },
    run: async (attack) => {
      const granted = await attack.execute({ ...more, code, retainHandles: true })
      const handles = handlesOf(attack, granted.executionId ?? '')
      const taken = await steps(handles)
      await handles.close()

      return { ...granted, steps: taken }
    },
  }
}

function handlesOf(attack: Attack, granted: string): Handles {
  return {
    executionId: granted,
    invoke: async ({ message, name = 'fetch', executionId = granted } = {}) => {
      try {
        const response = await attack.invokeHandle(executionId, name, { ...request, ...message })

        return { status: response.status, body: Buffer.from(response.body).toString() }
      } catch (failure) {
        return refusal(failure)
      }
    },
    close: async (executionId = granted) => {
      try {
        await attack.closeHandles(executionId)

        return {}
      } catch (failure) {
        return refusal(failure)
      }
    },
  }
}

function refusal(failure: unknown): HandleStep {
  if (!(failure instanceof Error)) return { message: String(failure) }
  const code = faultCode(failure)

  return { message: failure.message.slice(0, 300), ...(code !== undefined && { code }) }
}
