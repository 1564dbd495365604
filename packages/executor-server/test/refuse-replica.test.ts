import { deepEqual } from 'node:assert/strict'
import { suite, test } from 'node:test'
import { serve } from '@supolka/codemode-executor-server'
import { WebSocket } from 'ws'

/** What a request for a WebSocket gets: 101, or another status with its words. */
async function ask(url: string): Promise<[status: number, text: string]> {
  const socket = new WebSocket(url)
  const opened = Promise.withResolvers<[number, string]>()
  socket.once('open', () => opened.resolve([101, '']))
  socket.once('unexpected-response', (_request, response) => {
    response.setEncoding('utf8').once('data', (text: string) => {
      opened.resolve([response.statusCode ?? 0, text.trim()])
    })
  })
  // Giving up a socket that never opened is an error of it, and then its close.
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const answer = await opened.promise
  socket.terminate()
  await closed

  return answer
}

suite('a replica', () => {
  test('takes connections for itself and for anybody, and none for another', async () => {
    await using server = await serve({ port: 0, replica: '10.1.2.3' })
    deepEqual(await ask(server.url), [101, ''])
    deepEqual(await ask(`${server.url}?replica=10.1.2.3`), [101, ''])
    deepEqual(await ask(`${server.url}?replica=10.1.2.4`), [421, 'This is replica 10.1.2.3.'])
    deepEqual(await ask(`${server.url}?replica=`), [421, 'This is replica 10.1.2.3.'])
  })

  test('takes only connections for itself while it drains', async () => {
    await using server = await serve({ port: 0, replica: 'r1' })
    await server.drain()
    deepEqual(await ask(server.url), [
      503,
      'Replica r1 is draining. Connect again for another one.',
    ])
    deepEqual(await ask(`${server.url}?replica=r1`), [101, ''])
  })

  test('that has no name takes all, draining or not', async () => {
    await using server = await serve({ port: 0 })
    deepEqual(await ask(`${server.url}?replica=r1`), [101, ''])
    await server.drain()
    deepEqual(await ask(server.url), [101, ''])
  })
})
