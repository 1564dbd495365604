import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRealm } from './isolate.ts'

test('Blob and File: parts, slices, types, reading', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const blob = new Blob(['ab', new Uint8Array([99]), new Blob(['d'])], { type: 'Text/PLAIN' })
      const file = new File([blob], 'n.txt', { lastModified: 7 })
      let streamed = ''
      for await (const chunk of blob.stream()) streamed += new TextDecoder().decode(chunk)
      return [blob.size, blob.type, await blob.slice(1, -1, 'x/y').text(), [...await blob.bytes()],
        file.name, file.lastModified, file.size, file instanceof Blob, streamed]`),
    [4, 'text/plain', 'bc', [97, 98, 99, 100], 'n.txt', 7, 4, true, 'abcd'],
  )
})

test('FormData keeps order, replaces with set and iterates live', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const form = new FormData()
      form.append('a', '1'); form.append('b', '2'); form.append('a', '3')
      form.set('a', 'only')
      form.append('f', new Blob(['x']), 'name.bin')
      const seen = []
      form.forEach((value, key) => seen.push(key))
      return [[...form.keys()], form.getAll('a'), form.get('f').name, form.has('zz'), seen]`),
    [['a', 'b', 'f'], ['only'], 'name.bin', false, ['a', 'b', 'f']],
  )
})

test('multipart round trip keeps names, file names, types and bytes', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const form = new FormData()
      form.append('na"me\\n', 'line1\\nline2')
      form.append('file', new File([new Uint8Array([0, 13, 10, 45, 45, 255])], 'ü".bin', { type: 'x/y' }))
      form.append('empty', '')
      const response = new Response(form)
      const back = await response.formData()
      const file = back.get('file')
      return [[...back.keys()], back.get('na"me\\r\\n'), file.name, file.type, [...await file.bytes()], back.get('empty')]`),
    [
      ['na"me\r\n', 'file', 'empty'],
      'line1\r\nline2',
      'ü".bin',
      'x/y',
      [0, 13, 10, 45, 45, 255],
      '',
    ],
  )
})

test('a body that is not multipart is refused as form data', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const read = (body, type) => new Response(body, { headers: { 'content-type': type } })
        .formData().then((form) => [...form], (e) => e.name)
      return [await read('junk', 'multipart/form-data; boundary=x'), await read('a=1&b=c+d', 'application/x-www-form-urlencoded'),
        await read('--x\\r\\nno colon\\r\\n\\r\\nv\\r\\n--x--', 'multipart/form-data; boundary=x'), await read('{}', 'application/json')]`),
    [
      'TypeError',
      [
        ['a', '1'],
        ['b', 'c d'],
      ],
      'TypeError',
      'TypeError',
    ],
  )
})
