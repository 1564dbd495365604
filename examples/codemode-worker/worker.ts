// A Worker that runs what a model answers on an executor server. Its tools stay in the Worker.

import { connect } from '@supolka/cloudflare-codemode-executor'
import { createCodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'

type Env = { EXECUTOR_URL: string; EXECUTOR_TOKEN: string }

const prices: Record<string, number> = { espresso: 18.9, filter: 16.5 }

// oxlint-disable-next-line import/no-default-export -- a Worker is the default export of its module
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    await using executor = await connect(env.EXECUTOR_URL, { token: env.EXECUTOR_TOKEN })
    const adapter = createCodemodeExecutor(executor, { timeout: 10_000, signal: request.signal })
    const outcome = await adapter.execute(await request.text(), [
      { name: 'shop', fns: { 'price-of': async (coffee) => prices[String(coffee)] } },
    ])

    return Response.json(outcome)
  },
}
