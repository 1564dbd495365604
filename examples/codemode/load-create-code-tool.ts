// `@cloudflare/codemode/ai` imports classes of Workers. On Node they get empty stand-ins here; nothing that
// `createCodeTool` does needs them. In a Worker an import of the package is all it takes.

import { registerHooks } from 'node:module'

const STAND_IN =
  'export class RpcTarget {}; export class WorkerEntrypoint {}; export class DurableObject {}'

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'cloudflare:workers'
      ? { url: `data:text/javascript,${STAND_IN}`, shortCircuit: true }
      : nextResolve(specifier, context),
})

const { createCodeTool } = await import('@cloudflare/codemode/ai')

export { createCodeTool }
