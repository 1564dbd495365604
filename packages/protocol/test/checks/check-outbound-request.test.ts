import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { inspect } from 'node:util'
import { checkOutboundRequest } from '../../src/checks/check-outbound-request.ts'

const right = { method: 'GET', url: 'https://a.test/', headers: [['a', 'b']], body: null }
const PAIRS = 'name and value pairs'

const check = (request: unknown): unknown =>
  Reflect.apply(checkOutboundRequest, undefined, [request])

const wrong: Array<[member: string, value: unknown, expected: string, came: string]> = [
  ['method', undefined, 'a string', 'nothing'],
  ['method', 5, 'a string', '5'],
  ['url', undefined, 'a string', 'nothing'],
  ['url', {}, 'a string', 'a value of type object'],
  ['url', '/path', 'an absolute URL', 'the string "/path"'],
  ['url', '', 'an absolute URL', 'the string ""'],
  ['headers', undefined, PAIRS, 'nothing'],
  ['headers', { a: 'b' }, PAIRS, 'a value of type object'],
  ['headers', [['a']], PAIRS, 'an array'],
  ['headers', [['a', 1]], PAIRS, 'an array'],
  ['headers', ['ab'], PAIRS, 'an array'],
  ['headers', [null], PAIRS, 'an array'],
  ['body', undefined, 'an ArrayBuffer or null', 'nothing'],
  ['body', 'text', 'an ArrayBuffer or null', 'the string "text"'],
  ['body', new Uint8Array(1), 'an ArrayBuffer or null', 'a value of type object'],
]

suite('checkOutboundRequest', () => {
  for (const [member, value, expected, came] of wrong) {
    test(`refuses ${member} ${inspect(value)}, with what was expected and what came`, () => {
      assert.throws(() => check({ ...right, [member]: value }), {
        name: 'TypeError',
        message: `The request member "${member}" must be ${expected}, and ${came} came.`,
      })
    })
  }

  test('refuses what is no object', () => {
    for (const request of [undefined, null, 'GET', []]) {
      assert.throws(() => check(request), /^TypeError: The request must be an object, and .* came/)
    }
  })

  test('lets through what is right, and what only the Fetch standard rules', () => {
    check(right)
    check({ ...right, body: new ArrayBuffer(3), headers: [] })
    check({ ...right, method: 'TRACE', headers: [['bad name', '\n']] })
    check({ ...right, url: 'data:,x' })
  })
})
