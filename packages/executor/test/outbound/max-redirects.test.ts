import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { createExecutor } from '@supolka/codemode-executor'

const server = createServer((request, response) => {
  const left = Number(request.url?.slice(1))
  if (left > 0) response.writeHead(302, { location: `/${left - 1}` })
  response.end('arrived')
})

before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
after(() => server.close())

async function follow(redirects: number, maxRedirects?: number): Promise<unknown> {
  await using executor = createExecutor({
    workers: 1,
    outboundPolicy: {
      allowPrivateAddresses: true,
      ...(maxRedirects !== undefined && { maxRedirects }),
    },
  })
  const { port } = server.address() as AddressInfo
  const code = `async () => {
    try { return await (await fetch('http://127.0.0.1:${port}/${redirects}')).text() } catch (error) { return error.message }
  }`
  const { result } = await executor.execute({ code })

  return result
}

test('a fetch follows as many redirects as the policy says, and no more', async () => {
  assert.equal(await follow(2, 2), 'arrived')
  assert.equal(await follow(3, 2), 'fetch failed: more than 2 redirects.')
  assert.equal(await follow(1, 0), 'fetch failed: more than 0 redirects.')
})

test('without a policy of its own a fetch follows twenty', async () => {
  assert.equal(await follow(20), 'arrived')
  assert.equal(await follow(21), 'fetch failed: more than 20 redirects.')
})
