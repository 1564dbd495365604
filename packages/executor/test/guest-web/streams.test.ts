import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRealm } from './isolate.ts'

test('streams iterate, pipe through transforms and tee', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const upper = new TransformStream({ transform: (c, ctrl) => ctrl.enqueue(c.toUpperCase()) })
      const [a, b] = ReadableStream.from(['x', 'y']).pipeThrough(upper).tee()
      const read = async (stream) => { const all = []; for await (const c of stream) all.push(c); return all }
      return [await read(a), await read(b)]`),
    [
      ['X', 'Y'],
      ['X', 'Y'],
    ],
  )
})

test('coder streams keep characters whole across chunks', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const bytes = new TextEncoder().encode('a€😀')
      const chunks = [...bytes].map((byte) => Uint8Array.of(byte))
      let text = ''
      for await (const c of ReadableStream.from(chunks).pipeThrough(new TextDecoderStream())) text += c
      const out = []
      for await (const c of ReadableStream.from(['\\ud83d', '\\ude00']).pipeThrough(new TextEncoderStream())) out.push(...c)
      return [text, new TextDecoder().decode(new Uint8Array(out))]`),
    ['a€😀', '😀'],
  )
})

test('an aborted pipe rejects with the reason', async () => {
  using realm = await createRealm()
  assert.equal(
    await realm.run(`
      const controller = new AbortController()
      const piped = new ReadableStream().pipeTo(new WritableStream(), { signal: controller.signal })
      controller.abort(new Error('enough'))
      return piped.catch((e) => e.message)`),
    'enough',
  )
})
