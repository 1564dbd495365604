import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { renderText } from '../../src/guest/values/render.ts'
import { cutToBytes, exceeds, utf8Size } from '../../src/guest/values/text-size.ts'

const render = (value: unknown): string => renderText(value, 1_000)

test('values are rendered by their content', () => {
  equal(render('text'), 'text')
  equal(
    render({ a: [1, 'x', undefined], f() {} }),
    '{"a": [1, "x", undefined], "f": [a function "f"]}',
  )
  equal(render(new Map([[1, new Set([2n])]])), 'Map {1 => Set {2n}}')
  equal(
    render([new Date(0), /a/g, new RangeError('far'), Symbol('s'), -0]),
    '[1970-01-01T00:00:00.000Z, /a/g, RangeError: far, Symbol(s), -0]',
  )
  equal(
    render([Promise.resolve(), new Uint8Array([1, 2])]),
    '[[a value of the class Promise], [1, 2]]',
  )
})

test('cycles, depth, members and length are bounded', () => {
  const cycle: Array<unknown> = []
  cycle.push(cycle)
  equal(render(cycle), '[[Circular]]')
  equal(render([[[[[1]]]]]), '[[[[[…]]]]]')
  ok(render(Array.from({ length: 150 }, () => 0)).endsWith(', … 50 more]'))
  equal(renderText('x'.repeat(50), 10), 'x'.repeat(10))
  equal(renderText({ a: 'x'.repeat(50_000) }, 10).length, 10)
})

test('hooks are not called, and what throws is said', () => {
  equal(
    render({
      get a(): never {
        throw new Error('x')
      },
    }),
    '{"a": [Getter]}',
  )
  equal(render({ toJSON: () => 'never', toString: () => 'never' }).includes('never'), false)
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  equal(render([proxy]), '[[Throws]]')
})

test('texts are measured and cut in UTF-8, and no character is cut in half', () => {
  for (const text of ['', 'abc', '€uro', '😀😀', 'a\ud800b']) {
    equal(utf8Size(text), Buffer.byteLength(text))
    for (let limit = 0; limit <= utf8Size(text) + 1; limit += 1) {
      const cut = cutToBytes(text, limit)
      ok(utf8Size(cut) <= limit && text.startsWith(cut))
      equal(exceeds(text, limit), utf8Size(text) > limit)
    }
  }
  equal(cutToBytes('😀😀', 7), '😀')
})
