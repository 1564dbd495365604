import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRealm } from './isolate.ts'

test('TextEncoder and TextDecoder: UTF-8, marks, fatal, streams', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const decoder = new TextDecoder()
      const bytes = new TextEncoder().encode('hé€😀\\ud800')
      const split = decoder.decode(bytes.subarray(0, 5), { stream: true }) + decoder.decode(bytes.subarray(5))
      let fatal
      try { new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255])) } catch (e) { fatal = e.name }
      let label
      try { new TextDecoder('nope') } catch (e) { label = e.name }
      return [decoder.decode(bytes), split, fatal, label,
        decoder.decode(new Uint8Array([0xef, 0xbb, 0xbf, 65])),
        new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf, 65])).length]`),
    ['hé€😀\ufffd', 'hé€😀\ufffd', 'TypeError', 'RangeError', 'A', 2],
  )
})

test('legacy encodings decode', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`return [
      new TextDecoder('shift_jis').decode(new Uint8Array([0x82, 0xa0])),
      new TextDecoder('latin1').decode(new Uint8Array([0x80])),
      new TextDecoder('UTF-16LE').encoding]`),
    ['あ', '€', 'utf-16le'],
  )
})

test('encodeInto stops at a whole character', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const into = (text, size) => new TextEncoder().encodeInto(text, new Uint8Array(size))
      return [into('a€b', 3), into('a😀', 4), into('a😀', 5), into('abc', 9)]`),
    [
      { read: 1, written: 1 },
      { read: 1, written: 1 },
      { read: 3, written: 5 },
      { read: 3, written: 3 },
    ],
  )
})

test('atob and btoa, and what they refuse', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const all = String.fromCharCode(...Array(256).keys())
      const refused = (f) => { try { f() } catch (e) { return e.name } }
      return [btoa('hello'), atob(' aGVs bG8 '), atob(btoa(all)) === all,
        refused(() => btoa('€')), refused(() => atob('a')), refused(() => atob('aa=a'))]`),
    ['aGVsbG8=', 'hello', true, ...Array<string>(3).fill('InvalidCharacterError')],
  )
})

test('a detached source has no bytes, whatever kind of view shows it', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const detached = () => {
        const buffer = new ArrayBuffer(4)
        const sources = [buffer, new Uint8Array(buffer, 1), new DataView(buffer)]
        buffer.transfer()
        return sources
      }
      const stream = new Blob(detached()).stream().pipeThrough(new TextDecoderStream())
      const chunks = []
      for await (const chunk of stream) chunks.push(chunk)
      return {
        decoded: detached().map((source) => new TextDecoder().decode(source)),
        chunks,
        body: await new Response(detached()[1]).text(),
        into: new TextEncoder().encodeInto('text', detached()[1]),
      }`),
    { decoded: ['', '', ''], chunks: [], body: '', into: { read: 0, written: 0 } },
  )
})
