import assert from 'node:assert/strict'
import { test } from 'node:test'
import addon from 'isolated-vm'
import { createBusyTime } from '../../src/child/crypto/busy-time.ts'
import { createCryptoJobs, type CryptoJobs } from '../../src/child/crypto/crypto-jobs.ts'

type Told = { kind: string; id: unknown }

type Opened = { jobs: CryptoJobs; told: Array<Told>; spent: () => number }

/** Jobs without a guest; what it would be told is noted. */
function openJobs(): Opened {
  const told: Array<Told> = []
  const busyTime = createBusyTime({ now: () => performance.now(), guestTime: () => 0 })
  const jobs = createCryptoJobs({
    addon,
    busyTime,
    tell: (kind, id) => told.push({ kind, id }),
  })

  return { jobs, told, spent: busyTime.spent }
}

const generate = (id: number, first?: string): Parameters<CryptoJobs['start']>[0] => ({
  id,
  method: 'generateKey',
  args: '{"algorithm":{"name":"AES-GCM","length":128},"extractable":true,"usages":["encrypt"]}',
  first,
  second: undefined,
})

const TOO_MANY =
  'Too many crypto operations are open at once. Await some of them before making more.'

test('sixteen operations are open at most, and an ended one makes room', async () => {
  const { jobs, told } = openJobs()
  for (let id = 1; id <= 16; id += 1) assert.equal(jobs.start(generate(id)), undefined)
  assert.equal(jobs.start(generate(17)), TOO_MANY)
  assert.equal(await jobs.rest(10_000), true)
  assert.equal(told.length, 16)
  assert.equal(jobs.start(generate(18)), undefined)
  assert.equal(await jobs.rest(10_000), true)
  assert.deepEqual(told.at(-1), { kind: 'crypto', id: 18 })
})

test('what the open operations bring is bounded one by one and together', async () => {
  const { jobs } = openJobs()
  const large = 'x'.repeat(8_000_000)
  assert.match(
    String(jobs.start(generate(1, `${large}${large}`))),
    /past its bound of 8,388,608 bytes/,
  )
  assert.equal(jobs.start(generate(2, large)), undefined)
  assert.equal(jobs.start(generate(3, large)), undefined)
  assert.equal(jobs.start(generate(4, large)), TOO_MANY)
  assert.equal(await jobs.rest(10_000), true)
})

test('nothing begins once the run is over, and what is under way is found out', async () => {
  const { jobs, spent } = openJobs()
  const exponent = '"publicExponent":"\\u0001\\u0000\\u0001"'
  const args =
    `{"algorithm":{"name":"RSA-PSS","modulusLength":4096,${exponent},"hash":"SHA-1"},` +
    '"extractable":true,"usages":["sign"]}'
  assert.equal(jobs.start({ ...generate(1), args }), undefined)
  jobs.close()
  assert.match(String(jobs.start(generate(2))), /^The run is over\. /)
  assert.equal(await jobs.rest(0), false)
  assert.ok(spent() > 0)
  assert.equal(await jobs.rest(60_000), true)
})

test('a call that makes no sense fails and breaks nothing', async () => {
  const { jobs, told } = openJobs()
  jobs.start({ ...generate(1), args: 'no JSON' })
  jobs.start({ ...generate(2), method: 'toString' })
  jobs.start({ ...generate(3), method: 'encrypt' })
  assert.equal(await jobs.rest(10_000), true)
  assert.deepEqual(
    told.map(({ kind }) => kind),
    ['crypto-failed', 'crypto-failed', 'crypto-failed'],
  )
})
