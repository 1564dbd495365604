// The Worker of the peer: runs each program that it is sent in a dynamic Worker of its own. The tool is a
// function in here, or one of the host process behind a service binding.

import { DynamicWorkerExecutor } from '@cloudflare/codemode'
import { TIMEOUT_MS } from './limits.ts'
import type { Program } from './workloads.ts'

type Host = { fetch: (url: string, init: { method: string; body: string }) => Promise<Response> }
type Env = { LOADER: unknown; HOST: Host }

// oxlint-disable-next-line import/no-default-export -- a Worker is the default export of its module
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    // What every request costs shows in one that runs nothing.
    if (request.method !== 'POST') return Response.json({})
    const { code, toolsOfPeer }: Program = JSON.parse(await request.text())
    const executor = new DynamicWorkerExecutor({ loader: env.LOADER, timeout: TIMEOUT_MS })
    const echo = toolsOfPeer === 'host' ? echoOf(env.HOST) : async (value: unknown) => value

    return Response.json(await executor.execute(code, [{ name: 'tools', fns: { echo } }]))
  },
}

const echoOf = (host: Host) => async (value: unknown) => {
  const init = { method: 'POST', body: JSON.stringify(value) }
  const response = await host.fetch('http://host.test/', init)

  return response.json()
}
