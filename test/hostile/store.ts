// The provider that most cases have, with two dispatch functions behind it.

import type { ProviderDescriptor } from '@supolka/codemode-executor'
import type { CaseDispatch } from './hostile-case.ts'

type Tools = { providers: Array<ProviderDescriptor>; dispatch: CaseDispatch }

export const store: ProviderDescriptor = {
  name: 'store',
  tools: ['echo', 'fast', 'hang', 'fail', 'get'],
}

/** `hang` never answers, `fail` throws, every other tool answers with what it was sent. */
export const echo: CaseDispatch = async (provider, tool, argsJson) => {
  if (tool === 'hang') return new Promise(() => {})
  if (tool === 'fail') return JSON.stringify({ error: 'No such customer.' })

  return JSON.stringify({ result: { p: provider, t: tool, a: argsJson } })
}

/** `get` answers with an order, every other tool with null. */
export const order: CaseDispatch = async (_provider, tool) =>
  JSON.stringify({ result: tool === 'get' ? { id: 'o1', total: 42 } : null })

export const echoStore: Tools = { providers: [store], dispatch: echo }

export const orderStore: Tools = { providers: [store], dispatch: order }
