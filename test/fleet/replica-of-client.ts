// Which replica a client's calls reach, by what an execution id names.

import assert from 'node:assert/strict'
import type { RemoteExecutor } from '@supolka/cloudflare-codemode-executor'

export async function replicaOfClient(client: RemoteExecutor): Promise<string> {
  const executionId = await grant(client)
  await client.closeHandles(executionId)

  return replicaOf(executionId)
}

/** The id of a retained execution whose handler answers with the number of times it was called. */
export async function grant(client: RemoteExecutor): Promise<string> {
  const { executionId } = await client.execute({
    code: `async () => {
      let calls = 0
      return () => new Response(String((calls += 1)))
    }`,
    retainHandles: true,
  })
  assert.ok(executionId !== undefined)

  return executionId
}

export function replicaOf(executionId: string): string {
  return executionId.slice(0, executionId.lastIndexOf('.'))
}
