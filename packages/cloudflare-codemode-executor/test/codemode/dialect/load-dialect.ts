// Loads `@cloudflare/codemode` on Node, where most of it does not load: it imports classes of Workers, and
// its MCP entry a validator that it does not depend on. Both get empty stand-ins; nothing here uses them.

import { registerHooks } from 'node:module'

const STAND_INS: Readonly<Record<string, string>> = {
  'cloudflare:workers': `
    export class RpcTarget {}
    export class WorkerEntrypoint { constructor(ctx, env) { this.ctx = ctx; this.env = env } }
    export class DurableObject { constructor(ctx, env) { this.ctx = ctx; this.env = env } }
    export const env = {}`,
  '@cfworker/json-schema': `
    export class Validator { validate() { return { valid: true, errors: [] } } }`,
}

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const source = STAND_INS[specifier]

    return source === undefined
      ? nextResolve(specifier, context)
      : { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
  },
})

export const dialect: typeof import('@cloudflare/codemode') = await import('@cloudflare/codemode')
export const dialectAi: typeof import('@cloudflare/codemode/ai') =
  await import('@cloudflare/codemode/ai')
export const dialectMcp: typeof import('@cloudflare/codemode/mcp') =
  await import('@cloudflare/codemode/mcp')
export const dialectBrowser: typeof import('@cloudflare/codemode/browser') =
  await import('@cloudflare/codemode/browser')
