// The image of a replica: what its Dockerfile builds, and that it runs as it says it does.

import assert from 'node:assert/strict'
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { connect } from '@supolka/cloudflare-codemode-executor'
import { within } from '../lifecycle/settlement.ts'
import { buildImage, type Image } from './build-image.ts'
import { exitOf } from './exit-of.ts'
import { freePort } from './free-port.ts'

const TOKEN = 'only-for-the-image-test'

let image: Image
before(async () => {
  image = await buildImage()
})
after(() => image?.[Symbol.asyncDispose]())

/** Starts a command of the image as its user, where this process may take on another one. */
function start(
  [command = '', ...args]: Array<string>,
  settings: Record<string, string>,
): ChildProcessByStdio<null, Readable, Readable> {
  const [uid, gid] = image.user.split(':').map(Number)

  return spawn(join(image.env['PATH'] ?? '', command), args, {
    cwd: image.workdir,
    env: { ...image.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 && { uid, gid }),
  })
}

test('the image holds what the server needs when it runs, and nothing it was built with', () => {
  const packages = globSync('packages/*', { cwd: image.workdir }).toSorted()
  assert.deepEqual(packages, ['packages/executor', 'packages/executor-server', 'packages/protocol'])
  const surplus = ['node_modules/typescript', 'node_modules/miniflare', 'scripts', '.git', 'test']
  for (const path of surplus) assert.ok(!existsSync(join(image.workdir, path)), path)
  assert.deepEqual(globSync('packages/*/{src,test}', { cwd: image.workdir }), [])
})

test('it runs as a user by number who is not root', () => {
  assert.match(image.user, /^[1-9]\d+:[1-9]\d+$/)
})

test('it runs programs from folders it cannot write to, is healthy, and ends on SIGTERM with 0', async () => {
  const port = String(await freePort())
  const settings = {
    CODEMODE_EXECUTOR_HOST: '127.0.0.1',
    CODEMODE_EXECUTOR_PORT: port,
    CODEMODE_EXECUTOR_TOKEN: TOKEN,
    CODEMODE_EXECUTOR_WORKERS: '1',
  }
  const server = start(image.entrypoint, settings)
  const exited = exitOf(server)
  const lastWords = text(server.stderr)
  const ready = once(createInterface(server.stdout), 'line')
  const [line] = await Promise.race([ready, exited.then(async () => [await lastWords])])
  assert.equal(line, `codemode-executor serving ws://127.0.0.1:${port}/`)

  await using client = await connect(`ws://127.0.0.1:${port}/`, { token: TOKEN })
  const { result } = await within(client.execute({ code: 'async () => 6 * 7' }))
  assert.equal(result, 42)
  const check = start(image.healthcheck, { CODEMODE_EXECUTOR_PORT: port })
  assert.deepEqual(await exitOf(check), { code: 0, signal: null })
  server.kill('SIGTERM')
  assert.deepEqual(await within(exited), { code: 0, signal: null })
  assert.notEqual(
    (await exitOf(start(image.healthcheck, { CODEMODE_EXECUTOR_PORT: port }))).code,
    0,
  )
})

test('it listens to everybody, and so does not start without a token', async () => {
  assert.equal(image.env['CODEMODE_EXECUTOR_HOST'], '0.0.0.0')
  const server = start(image.entrypoint, {})
  const [{ code }, said] = await Promise.all([exitOf(server), text(server.stderr)])
  assert.equal(code, 2)
  assert.match(said, /nothing says who may connect/)
})
