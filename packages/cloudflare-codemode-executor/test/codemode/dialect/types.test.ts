import { test } from 'node:test'
import { createExecutor } from '@supolka/codemode-executor'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import type {
  CodemodeConnector,
  CodemodeExecuteOptions,
  CodemodeExecutor,
  CodemodeProvider,
  CodemodeResult,
} from '@supolka/cloudflare-codemode-executor/codemode'
import type * as Dialect from '@cloudflare/codemode'

/** Compile only where the types written out here say what those of the package say. */
export const assignments: {
  result: (ours: CodemodeResult) => Dialect.ExecuteResult
  resultBack: (theirs: Dialect.ExecuteResult) => CodemodeResult
  provider: (ours: CodemodeProvider) => Dialect.ResolvedProvider
  providerBack: (theirs: Dialect.ResolvedProvider) => CodemodeProvider
  connector: (ours: CodemodeConnector) => Dialect.ConnectorBinding
  connectorBack: (theirs: Dialect.ConnectorBinding) => CodemodeConnector
  options: (ours: CodemodeExecuteOptions) => Dialect.ExecuteOptions
  optionsBack: (theirs: Dialect.ExecuteOptions) => CodemodeExecuteOptions
} = {
  result: (ours) => ours,
  resultBack: (theirs) => theirs,
  provider: (ours) => ours,
  providerBack: (theirs) => theirs,
  connector: (ours) => ours,
  connectorBack: (theirs) => theirs,
  options: (ours) => ours,
  optionsBack: (theirs) => theirs,
}

test('the adapter is an Executor of the package, and its Executor one of ours', async () => {
  await using executor = createExecutor()
  const ours: CodemodeExecutor = createCodemodeExecutor(executor)
  const theirs: Dialect.Executor = ours
  const back: CodemodeExecutor = theirs
  void back
})
