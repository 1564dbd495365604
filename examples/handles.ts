// A retained execution: the program returns a fetch handler, and its isolate serves requests until the
// host closes it.

import { createExecutor, rehydrateExecutorError, ExecutorError } from '@supolka/codemode-executor'

await using executor = createExecutor({ workers: 1, outbound: null })
const { executionId = '', handles } = await executor.execute({
  code: `async () => {
    let served = 0
    return {
      async fetch(request) {
        served += 1
        const { name } = await request.json()
        return Response.json({ greeting: 'Hello ' + name, served })
      },
    }
  }`,
  retainHandles: true,
})
console.log('granted:', handles)

for (const name of ['Ada', 'Grace']) {
  const body = new TextEncoder().encode(JSON.stringify({ name })).buffer
  // The second request follows the first, so that the counts read in order.
  // oxlint-disable-next-line no-await-in-loop
  const response = await executor.invokeHandle(executionId, 'fetch', {
    method: 'POST',
    url: 'https://handler.example/',
    headers: [['content-type', 'application/json']],
    body,
  })
  console.log(response.status, new TextDecoder().decode(response.body))
}

await executor.closeHandles(executionId)
try {
  await executor.closeHandles(executionId)
} catch (failure) {
  const fault = rehydrateExecutorError(failure)
  if (!(fault instanceof ExecutorError)) throw fault
  console.log(fault.code, fault.retryable)
}
