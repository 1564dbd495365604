// The server of the wire's measurements, in a process of its own: serves until it is told to stop.

import { serve } from '@supolka/codemode-executor-server'

const server = await serve({ port: 0, memoryLimit: 64, start: 'eager' })
process.once('message', () => {
  void server.close().then(() => process.disconnect())
})
// The bench is gone: nothing else would end this process.
process.once('disconnect', () => void server.close())
process.send?.(server.url)
