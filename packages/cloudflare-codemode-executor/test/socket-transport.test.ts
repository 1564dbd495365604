import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { WebSocket as OtherSocket } from 'ws'
import { SocketTransport } from '../src/socket-transport.ts'
import { openPair } from './socket-pair.ts'

/** The close code and the reason that the far end was told. */
async function closeOf(peer: NodeJS.EventEmitter): Promise<[code: number, reason: string]> {
  const [code, reason] = (await once(peer, 'close')) as [number, Buffer]

  return [code, reason.toString()]
}

suite('frames', () => {
  test('are received in order, those that came before anybody asked included', async () => {
    await using pair = await openPair()
    const transport = new SocketTransport(pair.socket)
    for (const text of ['one', 'two', 'three']) pair.peer.send(text)
    const first = await transport.receive()
    // By now the others are there as well, or will be.
    const rest = [await transport.receive(), await transport.receive()]
    assert.deepEqual([first, ...rest], ['one', 'two', 'three'])
    const waiting = transport.receive()
    pair.peer.send('four')
    assert.equal(await waiting, 'four')
  })

  test('are sent as text', async () => {
    await using pair = await openPair()
    const transport = new SocketTransport(pair.socket)
    const heard = once(pair.peer, 'message')
    transport.send('hällo 😀')
    const [frame, isBinary] = await heard
    assert.deepEqual([String(frame), isBinary], ['hällo 😀', false])
  })

  test('that arrived before the socket closed are still received, and then its end', async () => {
    await using pair = await openPair()
    const transport = new SocketTransport(pair.socket)
    pair.peer.send('last words')
    pair.peer.close(4000, 'enough')
    await transport.ended
    assert.equal(await transport.receive(), 'last words')
    await assert.rejects(transport.receive(), { message: 'enough' })
    await assert.rejects(transport.receive(), { message: 'enough' })
  })

  test('that arrive after this side closed are dropped', async () => {
    await using pair = await openPair()
    const transport = new SocketTransport(pair.socket)
    pair.peer.send('too late')
    transport.close('over')
    await assert.rejects(transport.receive(), { message: 'over' })
    await transport.gone
    await assert.rejects(transport.receive(), { message: 'over' })
  })

  test('are not sent any more after the end', async () => {
    await using pair = await openPair()
    const transport = new SocketTransport(pair.socket)
    const heard: Array<unknown> = []
    pair.peer.on('message', (frame) => heard.push(frame))
    transport.close('over')
    transport.send('too late')
    await closeOf(pair.peer)
    assert.deepEqual(heard, [])
  })

  test('that are binary end the connection in words, and whoever waits hears them', async () => {
    await using pair = await openPair()
    const transport = new SocketTransport(pair.socket)
    const waiting = assert.rejects(transport.receive(), {
      message: 'The server sent a frame that is not text.',
    })
    const closed = closeOf(pair.peer)
    pair.peer.send(Buffer.from('bytes'))
    await waiting
    assert.deepEqual(await closed, [3000, 'The server sent a frame that is not text.'])
  })

  test('count as a sign of life', async () => {
    await using pair = await openPair()
    const transport = new SocketTransport(pair.socket)
    const before = transport.lastHeardAt
    pair.peer.send('here')
    await transport.receive()
    assert.ok(transport.lastHeardAt > before)
  })
})

suite('the end of a connection', () => {
  test('is told once: the first reason counts', async () => {
    await using pair = await openPair()
    const transport = new SocketTransport(pair.socket)
    assert.equal(transport.end, undefined)
    transport.close('first')
    transport.close('second')
    transport.abort(new Error('third'))
    assert.deepEqual(transport.end, { reason: 'first' })
    assert.deepEqual(await transport.ended, { reason: 'first' })
    await transport.gone
    assert.deepEqual(transport.end, { reason: 'first' })
  })

  test('by the peer has its code and its reason', async () => {
    await using pair = await openPair()
    const transport = new SocketTransport(pair.socket)
    const waiting = assert.rejects(transport.receive(), { message: 'going away' })
    pair.peer.close(1001, 'going away')
    assert.deepEqual(await transport.ended, { reason: 'going away', code: 1001 })
    await waiting
    await transport.gone
  })

  test('by the peer without a reason has the code in words', async () => {
    await using pair = await openPair()
    const transport = new SocketTransport(pair.socket)
    pair.peer.close(1000)
    assert.equal((await transport.ended).reason, 'The socket closed with code 1000.')
  })

  test('by a connection that breaks is an end like any other', async () => {
    await using pair = await openPair()
    const transport = new SocketTransport(pair.socket)
    const waiting = assert.rejects(transport.receive(), Error)
    pair.peer.terminate()
    const { reason } = await transport.ended
    assert.match(reason, /^The socket (failed|closed with code 1006)\.$/)
    await waiting
    await transport.gone
  })

  test('may be an abort with anything at all', async () => {
    for (const [reason, text] of [
      [new TypeError('an error'), 'an error'],
      ['a text', 'a text'],
      [undefined, 'undefined'],
      [null, 'null'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await using pair = await openPair()
      const transport = new SocketTransport(pair.socket)
      transport.abort(reason)
      assert.equal(transport.end?.reason, text)
    }
  })
})

suite('a peer that takes no part in the closing', () => {
  test('does not keep anybody waiting for more than a moment', async () => {
    await using pair = await openPair()
    const transport = new SocketTransport(pair.socket)
    pair.peer.pause()
    transport.close('over')
    await transport.gone
    assert.equal(transport.end?.reason, 'over')
  })

  test('loses a socket that can be dropped', async () => {
    await using pair = await openPair()
    const other = new OtherSocket(pair.socket.url)
    await once(other, 'open')
    const transport = new SocketTransport(other)
    for (const peer of pair.server.clients) peer.pause()
    const closed = once(other, 'close')
    transport.close('over')
    await transport.gone
    await closed
  })
})

suite('a reason that is sent', () => {
  const long: Array<[what: string, reason: string, sent: string]> = [
    ['of 123 bytes is whole', 'x'.repeat(123), 'x'.repeat(123)],
    ['of 124 bytes loses the last', 'x'.repeat(124), 'x'.repeat(123)],
    ['is cut between characters of two bytes', 'ä'.repeat(200), 'ä'.repeat(61)],
    ['is cut between characters of three bytes', '\u20ac'.repeat(200), '\u20ac'.repeat(41)],
    ['is cut between characters of four bytes', '😀'.repeat(200), '😀'.repeat(30)],
    ['may hold half a character', '\ud83d'.repeat(200), '\ufffd'.repeat(41)],
  ]
  for (const [what, reason, sent] of long) {
    test(what, async () => {
      await using pair = await openPair()
      const transport = new SocketTransport(pair.socket)
      const closed = closeOf(pair.peer)
      transport.close(reason)
      assert.deepEqual(await closed, [3000, sent])
      assert.equal(transport.end?.reason, reason)
    })
  }
})
