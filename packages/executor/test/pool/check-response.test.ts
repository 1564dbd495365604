import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { checkResponse } from '../../src/pool/check-response.ts'

const right = { status: 200, statusText: 'OK', headers: [['a', 'b']], body: new ArrayBuffer(2) }

const wrong: Array<[name: string, response: unknown, text: RegExp]> = [
  ['nothing', undefined, /value .* an object\.$/],
  ['null', null, /value .* an object\.$/],
  ['a text', 'x', /value .* an object\.$/],
  ['an empty object', {}, /status .* a whole number from 200 to 599\.$/],
  ...[199, 600, 200.5, NaN, '200', undefined].map((status): [string, unknown, RegExp] => [
    `status ${JSON.stringify(status)} (${typeof status})`,
    { ...right, status },
    /status .* a whole number from 200 to 599\.$/,
  ]),
  ['no status text', { ...right, statusText: undefined }, /statusText .* a string\.$/],
  ...[undefined, {}, 'a: b', [['a']], [['a', 'b', 'c']], [['a', 1]], [null], ['ab']].map(
    (headers): [string, unknown, RegExp] => [
      `headers ${JSON.stringify(headers)}`,
      { ...right, headers },
      /headers .* a list of name and value pairs\.$/,
    ],
  ),
  ...[undefined, null, '', [1], {}].map((body): [string, unknown, RegExp] => [
    `body ${JSON.stringify(body)}`,
    { ...right, body },
    /body .* an ArrayBuffer\.$/,
  ]),
]

suite('checkResponse', () => {
  for (const [name, response, text] of wrong) {
    test(`refuses ${name}`, () => {
      assert.throws(
        () => checkResponse(response),
        (error: unknown) => {
          assert.ok(error instanceof TypeError)
          assert.match(error.message, text)
          assert.match(error.message, /^The outbound function answered with /)

          return true
        },
      )
    })
  }

  test('a right response comes out equal, without what the contract does not name', () => {
    const extra: [string, string] & { x?: number } = ['a', 'b']
    extra.x = 1
    const checked = checkResponse({ ...right, headers: [extra], url: 'https://a.test/' })
    assert.deepEqual(checked, right)
    assert.ok(checked.body === right.body)
    assert.equal(checkResponse({ ...right, status: 599 }).status, 599)
  })

  test('a view is taken for its own bytes and no others', () => {
    const whole = Buffer.from('..body..')
    const { body } = checkResponse({ ...right, body: whole.subarray(2, 6) })
    assert.equal(Buffer.from(body).toString(), 'body')
    assert.equal(body.byteLength, 4)
    const view = new DataView(whole.buffer, whole.byteOffset + 2, 4)
    assert.equal(Buffer.from(checkResponse({ ...right, body: view }).body).toString(), 'body')
  })
})
