// The caller's own outbound function: every fetch of a program arrives here as plain data, so the host
// decides what leaves, adds what the program must not see, and answers.

import { createExecutor, type OutboundFetchFn } from '@supolka/codemode-executor'

const token = 'kept in the host'

const outbound: OutboundFetchFn = async ({ method, url, headers }) => {
  const { host, pathname } = new URL(url)
  if (host !== 'rates.example')
    throw new Error(`${host} is not open to programs. Use rates.example.`)
  // A real host would send the request on, with its own credentials added; this one answers itself.
  const sent = [...headers, ['authorization', token]]
  const answer = { path: pathname, method, headers: sent.length, eurPerUsd: 0.92 }

  return {
    status: 200,
    statusText: 'OK',
    headers: [['content-type', 'application/json']],
    body: new TextEncoder().encode(JSON.stringify(answer)).buffer,
  }
}

await using executor = createExecutor({ outbound })
const outcome = await executor.execute({
  code: `async () => {
    const { eurPerUsd } = await (await fetch('https://rates.example/usd')).json()
    const refusal = await fetch('https://elsewhere.example/').catch(String)
    return { price: 20 * eurPerUsd, refusal }
  }`,
})
console.log(outcome.error ?? outcome.result)

const offline = await executor.execute({
  code: `async () => (await fetch('https://rates.example/usd')).status`,
  outbound: null,
})
console.log(offline.error)
