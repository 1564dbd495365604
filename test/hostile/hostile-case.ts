// The form of one hostile program and of what is known once it has run.

import type {
  ExecuteRequest,
  ExecuteResult,
  Executor,
  ModuleMap,
  OutboundFetchFn,
  OutboundRequestMessage,
  ProviderDescriptor,
} from '@supolka/codemode-executor'
import type { Expectation } from './expectation.ts'
import type { Sink } from './sink.ts'

/** What the host saw of one case: the calls that reached it and the sink that answered. */
export type CaseContext = {
  calls: Array<[provider: string, tool: string, argsJson: string]>
  outbound: Array<OutboundRequestMessage>
  sink: Sink
}

/** Answers the tool calls of one case, as a dispatch function does. */
export type CaseDispatch = (provider: string, tool: string, argsJson: string) => Promise<string>

/** One exchange with a retained handle: what it answered, or how it was refused. */
export type HandleStep = { status?: number; body?: string; code?: string; message?: string }

/** An outcome of `execute`, or its rejection; cases of several runs keep every one of them. */
export type Outcome = ExecuteResult & {
  rejected?: string
  code?: string
  first?: ExecuteResult
  runs?: Array<Outcome>
  steps?: Array<HandleStep>
}

/** The request a case makes: `outbound` is `null` where nothing is said, `'native'` = absent. */
export type CaseRequest = Omit<ExecuteRequest, 'outbound' | 'code'> & {
  code: unknown
  outbound?: OutboundFetchFn | null | 'native'
}

/** What a case of several steps has: the executor, with the case's own request filled in. */
export type Attack = {
  execute: (request: CaseRequest) => Promise<Outcome>
  invokeHandle: Executor['invokeHandle']
  closeHandles: Executor['closeHandles']
}

/** One program, or a sequence of them, with everything that has to hold while it runs and after. */
export type HostileCase = {
  id: string
  /** `contract`: the contract states the expectation. `common`: common sense does. */
  basis: 'contract' | 'common'
  note?: string
  expect: Expectation
  providers?: Array<ProviderDescriptor>
  dispatch?: CaseDispatch
  modules?: ModuleMap
  outbound?: OutboundFetchFn | null | 'native'
  /** Bound of the run in ms; `TIMEOUT` where nothing is said. */
  timeout?: number
  /** Bound of the whole case on the wall, in ms; 5,000 where nothing is said. */
  maxWallMs?: number
  /** How far the resident memory of this process may grow, in MB. */
  maxHostMb?: number
  /** Resident memory of all descendants of this process together, in MB, above an idle pool. */
  maxTreeMb?: number
  /** A rejection of `execute` is one of the right answers. */
  mayReject?: boolean
  slow?: boolean
  /** Names a target that is not on this machine. */
  nonLoopback?: boolean
} & (
  | { code: string; run?: undefined }
  | { code?: undefined; run: (attack: Attack) => Promise<Outcome> }
)
