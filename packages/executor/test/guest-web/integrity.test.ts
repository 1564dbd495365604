import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { createExecutor } from '@supolka/codemode-executor'

const BODY = 'the very bytes'
const executor = createExecutor({
  workers: 1,
  outbound: async () => ({
    status: 200,
    statusText: 'OK',
    headers: [],
    body: new TextEncoder().encode(BODY).buffer,
  }),
})
after(() => executor.dispose())

const hashOf = (algorithm: string, text: string): string =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`

const attempt = async (url: string, integrity: string): Promise<unknown> => {
  const { result } = await executor.execute({
    code: `async () => {
      try {
        const response = await fetch(${JSON.stringify(url)}, { integrity: ${JSON.stringify(integrity)} })
        return await response.text()
      } catch (error) {
        return error.name + ': ' + error.message
      }
    }`,
  })
  return result
}

const good = hashOf('sha384', BODY)
const weaker = hashOf('sha256', BODY)
const bad = hashOf('sha512', 'other bytes')

test('a body passes with one of the strongest hashes, or where no known hash is named', async () => {
  const accepted = [
    good,
    `${hashOf('sha384', 'else')} ${good}`,
    `${hashOf('sha256', 'else')} ${good}`,
    `${good}?option`,
    good.replaceAll('+', '-').replaceAll('/', '_'),
    'md5-abc nonsense',
  ]
  for (const integrity of accepted) {
    // oxlint-disable-next-line no-await-in-loop -- one run after the other
    assert.equal(await attempt('https://a.test/', integrity), BODY, integrity)
  }
  assert.equal(await attempt(`data:,${encodeURIComponent(BODY)}`, good), BODY)
})

test('a body with another hash is a network error that tells the hash it has', async () => {
  const refusal = `TypeError: fetch failed: the body is not the one that "integrity" names, its hash is ${hashOf('sha512', BODY)}.`
  assert.equal(await attempt('https://a.test/', bad), refusal)
  assert.equal(await attempt('https://a.test/', `${weaker} ${bad}`), refusal)
})
