import { equal } from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { connect } from '@supolka/cloudflare-codemode-executor'
import { ExecutorError } from '@supolka/codemode-executor-protocol'
import { WebSocketServer } from 'ws'

/** An answer to a call that nobody made: it is heard, and means nothing. */
const OTHER_FRAME = '["resolve",999,1]'

test('a server that says something else after it was asked, and then nothing, is found silent', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  let calls = 0
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      if (!Buffer.isBuffer(data) || !data.toString().startsWith('["push"')) return
      calls += 1
      if (calls === 1) socket.send('["resolve",1,1]')
      else if (calls === 3) socket.send(OTHER_FRAME)
    })
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const settings = { keepaliveInterval: 50, keepaliveTimeout: 100 }
  const executor = await connect(`ws://127.0.0.1:${port}/`, settings)
  const fault: unknown = await executor.execute({ code: 'async () => 1' }).catch((error) => error)

  equal(fault instanceof ExecutorError && fault.code, 'CONNECTION_BROKEN')
  equal(calls, 3)
  for (const socket of server.clients) socket.terminate()
  await executor.dispose()
  server.close()
})
