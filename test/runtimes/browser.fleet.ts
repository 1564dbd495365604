// The protocol package and the client in headless Chromium: a page with tools of its own runs programs
// on a server of this process. It is not run with the other tests, since it needs a browser of Debian.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { chromium, type Browser, type Page } from 'playwright-core'
import { debianBinary } from '../../scripts/debian-package.ts'
import { bundle } from './bundle.ts'
import { assertSeen, serveForChecks, TOKEN } from './expected-client.ts'

const fixtures = join(import.meta.dirname, 'fixtures')

const CHECKS = `
  export { checkClient } from '${fixtures}/client-checks.js'
  export { checkCodec } from '${fixtures}/codec-checks.js'
`

const binary = await debianBinary('chromium')
const skip = 'unavailable' in binary ? binary.unavailable : false

/** Nothing of the browser itself goes to the network, and nothing of a user is read or kept. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

/** Serves the checks as a module of a page. The caller disposes it. */
async function servePage(): Promise<AsyncDisposable & { origin: string }> {
  const { text } = await bundle(CHECKS)
  const server = createServer(({ url }, response) => {
    if (url === '/checks.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(text)
    } else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Calls one of the checks in the page and answers what it saw. */
async function check(page: Page, name: string, ...args: Array<string>): Promise<unknown> {
  const seen = `import('/checks.js').then((checks) => checks.${name}(...${JSON.stringify(args)}))`
  const text = await page.evaluate(
    `${seen}.catch((error) => ({ failure: String(error.stack) })).then(JSON.stringify)`,
  )

  return JSON.parse(String(text))
}

describe('a page in Chromium', { skip }, () => {
  let browser: Browser
  let site: Awaited<ReturnType<typeof servePage>>
  let page: Page

  before(async () => {
    if ('unavailable' in binary) return
    browser = await chromium.launch({
      executablePath: binary.path,
      env: { ...process.env, ...binary.env },
      headless: true,
      args: FLAGS,
    })
    site = await servePage()
    page = await browser.newPage()
    await page.goto(site.origin)
  })
  after(async () => {
    await browser?.close()
    await site?.[Symbol.asyncDispose]()
  })

  test('keeps values, texts, names and faults in the codec', async () => {
    assert.deepEqual(await check(page, 'checkCodec'), [])
  })

  test('runs programs on a server that lets its origin in', async () => {
    await using server = await serveForChecks({ origins: [site.origin] })
    assertSeen(await check(page, 'checkClient', server.url, TOKEN), server.url)
  })

  test('is refused by a server that does not', async () => {
    await using server = await serveForChecks()
    const seen = await check(page, 'checkClient', server.url, TOKEN)
    assert.match(String(Object(seen).failure), /Executor handshake failed for/v)
  })
})
