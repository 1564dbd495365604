// More connections than there may be, and connections on which nobody ever gets to the point.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { serve } from '@supolka/codemode-executor-server'
import { until } from '../../lifecycle/children.ts'
import { within } from '../../lifecycle/settlement.ts'
import { openGround, type Ground } from './ground.ts'
import { execution, openPeer } from './peer.ts'
import {
  exchange,
  frame,
  frameHead,
  head,
  openRaw,
  openUpgraded,
  OPCODE,
  upgradeHead,
} from './raw-socket.ts'

/** As often as peers are asked for a sign of life; the least that a request's head has. */
const INTERVAL = 1_000
const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url))
const quick = { keepaliveInterval: INTERVAL }

/** A ground that is left as it was found. */
async function onGround(
  options: Parameters<typeof openGround>[0],
  attack: (ground: Ground) => Promise<void>,
): Promise<void> {
  const ground = await openGround(options)
  try {
    await attack(ground)
    await ground.assertUntouched()
  } finally {
    await ground.end()
  }
}

suite('connections beyond those that there may be', () => {
  test('are refused in words until one leaves', async () => {
    await onGround({ maxConnections: 3 }, async ({ server, url }) => {
      const { port } = server.address
      await using first = await openPeer(url)
      await using second = await openPeer(url)
      for (let count = 0; count < 20; count += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const answer = await exchange(port, upgradeHead())
        assert.match(answer, /^HTTP\/1\.1 503 /v)
        assert.match(answer, /^Retry-After: 1\r$/mv)
        assert.match(answer, /as many connections as it may have\. Try again later\.\s*$/v)
      }
      assert.equal(await second.answerTo(second.call('protocolVersion')), 1)
      first.socket.terminate()
      await until('it has left', () => server.sessions.size === 2)
      await using third = await openPeer(url)
      assert.equal(await third.answerTo(third.call('protocolVersion')), 1)
    })
  })

  test('that come at the same time are counted while they are decided on', async () => {
    const decisions: Array<(isLetIn: boolean) => void> = []
    const authenticate = (): Promise<boolean> =>
      new Promise((resolve) => {
        decisions.push(resolve)
      })
    await using server = await serve({ port: 0, start: 'lazy', maxConnections: 2, authenticate })
    const { port } = server.address
    await using one = await openRaw(port)
    await using two = await openRaw(port)
    for (const { socket } of [one, two]) socket.write(upgradeHead())
    await until('both are asked about', () => decisions.length === 2)
    assert.match(await exchange(port, upgradeHead()), /^HTTP\/1\.1 503 /v)
    for (const decide of decisions) decide(false)
    await within(Promise.all([one.gone, two.gone]))
  })

  test('leave room for health', async () => {
    await onGround({ maxConnections: 1 }, async ({ server }) => {
      await using idle = await openRaw(server.address.port)
      idle.socket.write('GET /readyz HTTP/1.1\r\n')
      const asked = head('GET /healthz HTTP/1.1', 'Host: a.test', 'Connection: close')
      assert.match(await exchange(server.address.port, asked), /^HTTP\/1\.1 200 /v)
    })
  })

  test('do not fill up with peers that left while they were decided on', async () => {
    const asked = Promise.withResolvers<void>()
    let isOpen = false
    const authenticate = (): boolean | Promise<boolean> => {
      asked.resolve()

      return isOpen || new Promise(() => undefined)
    }
    const options = { ...quick, start: 'lazy' as const, maxConnections: 1 }
    await using server = await serve({ port: 0, ...options, authenticate })
    const { port } = server.address
    await using raw = await openRaw(port)
    raw.socket.write(upgradeHead())
    await within(asked.promise)
    raw.socket.resetAndDestroy()
    isOpen = true
    let answer = await exchange(port, upgradeHead())
    assert.match(answer, /^HTTP\/1\.1 503 /v)
    const end = performance.now() + 10 * INTERVAL
    while (answer.startsWith('HTTP/1.1 503') && performance.now() < end) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await using next = await openRaw(port)
      next.socket.write(upgradeHead())
      // oxlint-disable-next-line no-await-in-loop
      await once(next.socket, 'data')
      answer = next.text()
    }
    assert.match(answer, /^HTTP\/1\.1 101 /v)
  })
})

suite('a peer that takes its time is given up:', () => {
  test('one that sends nothing at all', async () => {
    await onGround(quick, async ({ server }) => {
      await using raw = await openRaw(server.address.port)
      await within(raw.gone)
    })
  })

  test('one whose request has a head without an end', async () => {
    await onGround(quick, async ({ server }) => {
      for (const start of ['GET', 'GET / HTTP/1.1\r\n', upgradeHead().slice(0, -2)]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
        await using raw = await openRaw(server.address.port)
        raw.socket.write(start)
        // A header line now and then keeps it going.
        const drip = setInterval(() => raw.socket.write('X: x\r\n'), INTERVAL / 20)
        // oxlint-disable-next-line no-await-in-loop
        await within(raw.gone).finally(() => clearInterval(drip))
        assert.doesNotMatch(raw.text(), /^HTTP\/1\.1 [123]/v)
      }
    })
  })

  test('one whose request has a body without an end', async () => {
    await onGround(quick, async ({ server }) => {
      await using raw = await openRaw(server.address.port)
      raw.socket.write(head('POST /healthz HTTP/1.1', 'Host: a.test', 'Content-Length: 1000000'))
      const drip = setInterval(() => raw.socket.write('x'), INTERVAL / 20)
      await within(raw.gone).finally(() => clearInterval(drip))
      assert.match(raw.text(), /^HTTP\/1\.1 405 /v)
    })
  })

  test('one that begins TLS and goes no further, or does not even begin', async () => {
    const tls = { tlsCert: pathOf('loopback.cert.pem'), tlsKey: pathOf('loopback.key.pem') }
    await using server = await serve({ port: 0, start: 'lazy', ...quick, ...tls })
    for (const start of ['', '\u0016\u0003\u0001\u0002\u0000\u0001']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      await using raw = await openRaw(server.address.port)
      raw.socket.write(start, 'latin1')
      // oxlint-disable-next-line no-await-in-loop
      await within(raw.gone)
    }
  })

  test('one whose message never ends, however it comes', async () => {
    const short = { keepaliveInterval: 100 }
    const ways: Array<[what: string, start: Buffer, drip: Buffer]> = [
      ['byte by byte', frameHead(OPCODE.text, 1_000_000), Buffer.from('x')],
      ['frame by frame', frame(OPCODE.text, 'x', 0), frame(OPCODE.continuation, 'x', 0)],
      ['with pings between', frame(OPCODE.text, 'x', 0), frame(OPCODE.ping, 'still here')],
      ['not at all, but with pongs', Buffer.from([0x81]), Buffer.alloc(0)],
    ]
    for (const [what, start, bytes] of ways) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      await onGround(short, async ({ server }) => {
        await using raw = await openUpgraded(server.address.port)
        raw.socket.write(start)
        const drip = setInterval(() => raw.socket.write(bytes), 20)
        await within(raw.gone).finally(() => clearInterval(drip))
        assert.ok(what)
      })
    }
  })

  test('one that answers no ping, with its run', async () => {
    await onGround({ keepaliveInterval: 100 }, async ({ server }) => {
      await using raw = await openUpgraded(server.address.port)
      const call = ['push', ['pipeline', 0, ['execute'], execution('async () => { for (;;); }')]]
      raw.socket.write(frame(OPCODE.text, JSON.stringify(call)))
      await until('it runs', () => server.report().workers.running === 2)
      await within(raw.gone)
    })
  })
})

test('a peer that answers pings and does nothing else is left alone', async () => {
  await onGround({ keepaliveInterval: 50 }, async ({ url }) => {
    await using peer = await openPeer(url)
    for (let count = 0; count < 10; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await within(once(peer.socket, 'ping'))
    }
    assert.equal(await peer.answerTo(peer.call('protocolVersion')), 1)
  })
})

test('a message that is slow but arrives within its time is taken', async () => {
  await onGround({ keepaliveInterval: 300 }, async ({ server }) => {
    await using raw = await openUpgraded(server.address.port)
    const bytes = frame(OPCODE.text, '["push",["pipeline",0,["protocolVersion"],[]]]')
    for (const byte of bytes) {
      raw.socket.write(Buffer.from([byte]))
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await new Promise((resolve) => setImmediate(resolve))
    }
    await until('it is answered', () => raw.text().includes('["resolve",1,1]'))
  })
})
