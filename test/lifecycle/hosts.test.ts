import assert from 'node:assert/strict'
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isAlive, until } from './children.ts'
import { runHost, runHostWithin, startHost } from './run-host.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

suite('a host ends by itself', () => {
  test('after it disposed its executor, and nothing of it is left before that', async () => {
    const answer: unknown = JSON.parse(await runHost('disposes.ts'))
    assert.deepEqual(answer, { value: 'ran', bomb: true, cut: 'cut' })
  })

  test('although it forgot to dispose an executor that ran something', async () => {
    assert.equal(await runHost('forgets.ts'), 'ran')
  })

  test('although it forgot an executor that started at once and never ran anything', async () => {
    assert.equal(await runHost('never-executes.ts'), 'opened')
  })
})

suite('an executor works in', () => {
  test('a CommonJS host, by require', async () => {
    assert.equal(await runHost('common-js.cjs'), 'ran')
  })

  test('several worker threads, and leaves no child behind when one of them is ended', async () => {
    assert.equal(await runHost('threads.ts'), 'one,two,running')
  })
})

suite('a host under the permission model', () => {
  const readable = [root, dirname(realpathSync(process.execPath))]
  const addon = dirname(createRequire(import.meta.url).resolve('isolated-vm/package.json'))
  const reads = [...readable, addon].map((folder) => `--allow-fs-read=${join(folder, sep)}`)

  test('runs with --permission --allow-child-process --allow-fs-read=<its own files, isolated-vm>', async () => {
    const flags = ['--permission', '--allow-child-process', ...reads]
    assert.equal(await runHost('restricted.ts', flags), 'ran')
  })

  test('gets a WORKER_CRASHED fault from execute without --allow-child-process', async () => {
    assert.equal(await runHost('restricted.ts', ['--permission', ...reads]), 'WORKER_CRASHED')
  })
})

test('a host without a free descriptor gets faults, survives, and is served again later', async () => {
  const ends = await runHostWithin(120, 'out-of-descriptors.ts')
  assert.equal(ends, 'before,failed,WORKER_CRASHED,after')
})

suite('a host that is killed', () => {
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    test(`with ${signal} leaves no child behind, whatever its children were doing`, async () => {
      const { host, line } = await startHost('to-be-killed.ts')
      const children = line.split(',').map(Number)
      assert.equal(children.length, 4)
      assert.ok(children.every(isAlive))
      host.kill(signal)
      await until('all children are gone', () => !children.some(isAlive), 5_000)
    })
  }
})
