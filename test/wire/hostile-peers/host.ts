// A server in a process of its own, whose memory is looked at while it is attacked, with an honest
// client of this process that must not notice.

import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { connect } from '@supolka/cloudflare-codemode-executor'
import type { ServerOptions } from '@supolka/codemode-executor-server'
import { gate } from '../../lifecycle/gate.ts'
import { isSettled, within } from '../../lifecycle/settlement.ts'

/** Counts, but for `held`: the memory in MB that is left after collecting garbage. */
export type Seen = {
  held: number
  sessions: number
  running: number
  queueDepth: number
}

export type Asked = { kind: 'look' }
export type Told = { kind: 'serving'; url: string } | { kind: 'seen'; seen: Seen }

export type Host = AsyncDisposable & {
  url: string
  port: number
  look: () => Promise<Seen>
  /** Looks until it is so. Throws with what was seen last. */
  until: (isSo: (seen: Seen) => boolean) => Promise<Seen>
  /** The honest client's run still waits, and another one succeeds at once. */
  assertUntouched: () => Promise<void>
}

const FIXTURE = fileURLToPath(new URL('fixtures/host.ts', import.meta.url))
const WAIT_MS = 20_000

/** Serves in a process of its own, and connects. Disposing sees that the honest run succeeds. */
export async function openHost(options: ServerOptions = {}): Promise<Host> {
  const child = fork(FIXTURE, [JSON.stringify({ workers: 3, ...options })], {
    execArgv: ['--expose-gc'],
  })
  const exited = once(child, 'exit')
  const next = async (): Promise<Told> => {
    const [told] = (await within(once(child, 'message'), WAIT_MS)) as [Told]

    return told
  }
  const look = async (): Promise<Seen> => {
    const told = next()
    child.send({ kind: 'look' } satisfies Asked)
    const message = await told
    if (message.kind !== 'seen') throw new Error(`Not asked: ${message.kind}`)

    return message.seen
  }
  const serving = await next()
  if (serving.kind !== 'serving') throw new Error(`Not serving: ${serving.kind}`)
  const { url } = serving
  const honest = await connect(url)
  const { run, reached, open } = gate()
  const waiting = honest.execute(run)
  await within(reached)

  return {
    url,
    port: Number(new URL(url).port),
    look,
    until: async (isSo) => {
      const end = performance.now() + WAIT_MS
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- one look after the other
        const seen = await look()
        if (isSo(seen)) return seen
        if (performance.now() > end) throw new Error(`Not so: ${JSON.stringify(seen)}`)
      }
    },
    assertUntouched: async () => {
      assert.equal(await isSettled(waiting), false)
      assert.equal((await within(honest.execute({ code: 'async () => 6 * 7' }))).result, 42)
    },
    [Symbol.asyncDispose]: async () => {
      open()
      assert.equal((await within(waiting)).result, 'through')
      await honest.dispose()
      child.disconnect()
      await within(exited)
    },
  }
}
