import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MemoryLimitError } from '@supolka/codemode-executor-protocol'
import { openPrograms } from './program.ts'

const programs = openPrograms()
after(programs.dispose)

/** `until(port, n)` resolves to the data of the next n messages. */
const UNTIL = `
  const until = (port, count) => new Promise((resolve) => {
    const seen = []
    port.onmessage = ({ data }) => { if (seen.push(data) === count) resolve(seen) }
  })
  const nameOf = (attempt) => { try { attempt(); return 'nothing' } catch ({ name }) { return name } }
`
const run = (body: string): Promise<unknown> => programs.run(UNTIL + body)

test('messages arrive as copies, in order, each in a turn of its own', async () => {
  assert.deepEqual(
    await run(`
      const { port1, port2 } = new MessageChannel()
      const sent = { when: new Map([[1, 2]]) }
      const log = []
      port2.onmessage = (event) => {
        log.push(['message', event.data instanceof Map ? 'map' : event.data, event.isTrusted, event.target === port2])
        queueMicrotask(() => log.push('microtask'))
      }
      port1.postMessage(sent.when)
      port1.postMessage(1)
      sent.when.clear()
      log.push('posted')
      await new Promise((resolve) => setTimeout(resolve, 5))
      return log`),
    [
      'posted',
      ['message', 'map', true, true],
      'microtask',
      ['message', 1, true, true],
      'microtask',
    ],
  )
})

test('a port waits for start, which onmessage implies', async () => {
  assert.deepEqual(
    await run(`
      const { port1, port2 } = new MessageChannel()
      const seen = []
      port2.addEventListener('message', ({ data }) => seen.push(data))
      port1.postMessage('early')
      await new Promise((resolve) => setTimeout(resolve, 3))
      const before = seen.length
      port2.start()
      await new Promise((resolve) => setTimeout(resolve, 3))
      return [before, seen]`),
    [0, ['early']],
  )
})

test('ports transfer with what waits at them; the old object is of no more use', async () => {
  assert.deepEqual(
    await run(`
      const outer = new MessageChannel()
      const inner = new MessageChannel()
      inner.port1.postMessage('waited')
      const moved = new Promise((resolve) => { outer.port2.onmessage = resolve })
      outer.port1.postMessage({ port: inner.port2 }, [inner.port2])
      const event = await moved
      const { port } = event.data
      inner.port1.postMessage('came after')
      const data = await until(port, 2)
      return [data, event.ports[0] === port, Object.isFrozen(event.ports), port !== inner.port2,
        nameOf(() => outer.port1.postMessage(1, [inner.port2])),
        inner.port2.postMessage('into nowhere') === undefined]`),
    [['waited', 'came after'], true, true, true, 'DataCloneError', true],
  )
})

test('structuredClone transfers a port, and an ArrayBuffer goes with a message', async () => {
  assert.deepEqual(
    await run(`
      const { port1, port2 } = new MessageChannel()
      const moved = structuredClone({ port2 }, { transfer: [port2] }).port2
      const { buffer } = new Uint8Array([7, 8])
      port1.postMessage(buffer, { transfer: [buffer] })
      const [data] = await until(moved, 1)
      return [buffer.detached, [...new Uint8Array(data)], moved instanceof MessagePort]`),
    [true, [7, 8], true],
  )
})

test('what cannot be posted is a DataCloneError, and wrong arguments are a TypeError', async () => {
  assert.deepEqual(
    await run(`
      const { port1, port2 } = new MessageChannel()
      return [
        nameOf(() => port1.postMessage(() => 1)),
        nameOf(() => port1.postMessage(port2)),
        nameOf(() => port1.postMessage(1, [port1])),
        nameOf(() => port1.postMessage(1, [port2, port2])),
        nameOf(() => port1.postMessage(1, [{}])),
        nameOf(() => port1.postMessage(1, [1])),
        nameOf(() => port1.postMessage(1, 1)),
        nameOf(() => port1.postMessage()),
        nameOf(() => new MessagePort()),
        nameOf(() => MessagePort.prototype.start.call({})),
        nameOf(() => structuredClone(new MessageChannel())),
        nameOf(() => new MessageEvent('x', { ports: [{}] })),
      ]`),
    [
      'DataCloneError',
      'DataCloneError',
      'DataCloneError',
      'DataCloneError',
      'DataCloneError',
      'TypeError',
      'TypeError',
      'TypeError',
      'TypeError',
      'TypeError',
      'DataCloneError',
      'TypeError',
    ],
  )
})

test('close ends the channel, lets pass what is on its way and tells the other end', async () => {
  assert.deepEqual(
    await run(`
      const { port1, port2 } = new MessageChannel()
      const log = []
      port2.onmessage = ({ data }) => log.push(data)
      port1.postMessage('on its way')
      port1.close()
      port1.postMessage('too late')
      port2.postMessage('to nobody')
      await new Promise((resolve) => { port2.onclose = ({ type }) => { log.push(type); resolve() } })
      return log`),
    ['on its way', 'close'],
  )
})

test('MessageEvent takes its members from the dictionary', async () => {
  assert.deepEqual(
    await run(`
      const { port1 } = new MessageChannel()
      const event = new MessageEvent('m', { data: 1, origin: 'o', lastEventId: 'i', source: port1, ports: [port1] })
      const plain = new MessageEvent('m')
      plain.initMessageEvent('n', true, false, 2, 'p')
      return [event.data, event.origin, event.lastEventId, event.source === port1, event.ports.length,
        plain.type, plain.bubbles, plain.data, plain.origin, plain.source, plain.ports.length]`),
    [1, 'o', 'i', true, 1, 'n', true, 2, 'p', null, 0],
  )
})

test('a thousand turns of messages take no thousand milliseconds', async () => {
  const elapsed = Number(
    await run(`
    const { port1, port2 } = new MessageChannel()
    const started = performance.now()
    await new Promise((resolve) => {
      port2.onmessage = ({ data }) => data === 1000 ? resolve() : port1.postMessage(data + 1)
      port1.postMessage(0)
    })
    return performance.now() - started`),
  )
  assert.ok(elapsed < 1_000, `It took ${elapsed} ms.`)
})

test('a flood of messages ends at the memory limit', async () => {
  const { error } = await programs.execute(
    `const { port1 } = new MessageChannel(); for (;;) port1.postMessage('x'.repeat(1000))`,
  )
  assert.equal(error, new MemoryLimitError(128).message)
})
