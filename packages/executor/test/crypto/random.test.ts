import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPrograms, textsOf } from './run-program.ts'

const programs = openPrograms()
after(() => programs.dispose())

test('each isolate draws other bytes and other UUIDs', async () => {
  const draw = `return [hex(crypto.getRandomValues(new Uint8Array(16))), crypto.randomUUID()]`
  const drawn = [
    await programs.run(draw),
    await programs.run(draw),
    await programs.run(draw),
  ].flat()
  assert.equal(new Set(drawn).size, 6)
})

test('no byte of the source is handed out twice, whatever the sizes asked for', async () => {
  assert.equal(
    await programs.run(`
      const pieces = []
      for (let i = 0; i < 3000; i++) pieces.push(hex(crypto.getRandomValues(new Uint8Array(i % 7 === 0 ? 1500 : 8))))
      return new Set(pieces.map((piece) => piece.slice(0, 16))).size`),
    3_000,
  )
})

test('a UUID is of version 4, and its random bits vary', async () => {
  const uuids = textsOf(
    await programs.run(`return Array.from({ length: 500 }, () => crypto.randomUUID())`),
  )
  for (const uuid of uuids) {
    assert.match(uuid, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  }
  assert.equal(new Set(uuids).size, 500)
  for (const position of [0, 9, 15, 19, 35]) {
    assert.ok(new Set(uuids.map((uuid) => uuid[position])).size >= 4)
  }
})

test('bytes are spread over their whole range', async () => {
  const counts = await programs.run(`
    const counts = new Array(256).fill(0)
    for (const byte of crypto.getRandomValues(new Uint8Array(65536))) counts[byte]++
    return counts`)
  // 256 of each are expected; seven standard deviations away is no chance.
  for (const count of textsOf(counts).map(Number)) assert.ok(count > 144 && count < 368)
})

test('integer views are filled in place, within their own bounds, and returned', async () => {
  assert.deepEqual(
    await programs.run(`
      const names = ['Int8', 'Uint8', 'Uint8Clamped', 'Int16', 'Uint16', 'Int32', 'Uint32', 'BigInt64', 'BigUint64']
      const seen = []
      for (const name of names) {
        const buffer = new ArrayBuffer(64)
        const view = new globalThis[name + 'Array'](buffer, 16, 2)
        const isSame = crypto.getRandomValues(view) === view
        const all = [...new Uint8Array(buffer)]
        const outside = all.filter((byte, i) => byte !== 0 && (i < 16 || i >= 16 + view.byteLength))
        seen.push(isSame && outside.length === 0)
      }
      return seen`),
    Array.from({ length: 9 }, () => true),
  )
})

test('what is refused leaves the view alone', async () => {
  assert.deepEqual(
    await programs.run(`
      const fill = (view) => failureOf(async () => crypto.getRandomValues(view))
      return [
        await fill(new Float32Array(4)),
        await fill(new Float64Array(4)),
        await fill(new DataView(new ArrayBuffer(4))),
        await fill(new Uint8Array(65537)),
        await fill(new Uint32Array(16385)),
        await fill(new ArrayBuffer(4)),
        await fill([1, 2]),
        await fill(new Uint8Array(new SharedArrayBuffer(4))),
        crypto.getRandomValues(new Uint8Array(65536)).length,
        crypto.getRandomValues(new Uint8Array(0)).length,
      ]`),
    [
      'TypeMismatchError',
      'TypeMismatchError',
      'TypeMismatchError',
      'QuotaExceededError',
      'QuotaExceededError',
      'plain TypeError',
      'plain TypeError',
      'plain TypeError',
      65_536,
      0,
    ],
  )
})

test('a flood of random bytes ends at the bound of the run', async () => {
  const outcome = await programs.execute(
    `for (;;) { crypto.getRandomValues(new Uint8Array(65536)); crypto.randomUUID() }`,
    { timeout: 200 },
  )
  assert.match(String('error' in outcome && outcome.error), /^Execution timed out at its 200 ms/)
})
