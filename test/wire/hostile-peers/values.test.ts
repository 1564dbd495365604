// Values inside a call that stand for something else than data, and names that lead somewhere else than to
// the four methods: refused with a reason, and nobody else notices.

import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { isSettled } from '../../lifecycle/settlement.ts'
import { openGround, type Ground } from './ground.ts'
import { execution, list, openPeer, stub } from './peer.ts'
import { push, reasonOf } from './reason-of.ts'

let ground: Ground
before(async () => {
  ground = await openGround()
})
afterEach(() => ground.assertUntouched())
after(() => ground.end())

const reasonFor = (...messages: Array<unknown>): Promise<string> => reasonOf(ground.url, messages)

suite('a value inside a call that is', () => {
  const kinds: Array<[what: string, value: unknown]> = [
    ['an import', ['import', 0]],
    ['an import of a method', ['import', 0, ['execute']]],
    ['a call', ['pipeline', 0, ['execute'], execution('async () => 1')]],
    ['the result of a call', ['pipeline', 1]],
    ['a map', ['remap', 0, [], [], [['value', 1]]]],
    ['a promise', ['promise', -1]],
    ['a promise under an id of this side', ['promise', 1]],
    ['a writable stream', ['writable', -1]],
    ['a readable stream', ['readable', 1]],
    ['a blob', ['blob', 'text/plain', ['readable', 1]]],
    ['a request', ['request', 'http://127.0.0.1/', {}]],
    ['a response', ['response', null, {}]],
    ['headers', ['headers', [['a', 'b']]]],
    ['unknown', ['quark', 1]],
    ['an empty list', []],
    ['a list that is not in a list', [1, 2, 3]],
    ['named like a prototype', ['__proto__', 1]],
  ]
  for (const [what, value] of kinds) {
    test(`${what} ends the connection wherever it stands`, async () => {
      const nested = [value, list(value), { a: value }, ['error', 'Error', '', null, { a: value }]]
      for (const one of nested) {
        // oxlint-disable-next-line no-await-in-loop -- a connection for each
        assert.match(await reasonFor(push(one)), /of a kind that this protocol does not have/v)
      }
    })
  }

  test('a special value with wrong parts ends the connection', async () => {
    const wrong = [
      ['bytes', {}],
      ['bytes', 'AA', 'ArrayBuffer', 1],
      ['date', ['date', 1]],
      ['error', 'Error'],
      ['error', 'Error', 1],
      ['error', 'Error', 'a', {}],
      ['error', 'Error', 'a', null, null],
      ['error', 'Error', 'a', null, [[1]]],
      ['error', 'Error', 'a', null, {}, 1],
    ]
    for (const value of wrong) {
      // oxlint-disable-next-line no-await-in-loop -- a connection for each
      assert.match(await reasonFor(push(value)), /with wrong parts/v)
    }
  })

  test('a function under a number that is none ends the connection', async () => {
    for (const id of [0, 1, 4_294_967_295, -0.5, -1e300, '-1', null, [[1]]]) {
      // oxlint-disable-next-line no-await-in-loop -- a connection for each
      assert.match(await reasonFor(push(['export', id])), /number that is none/v)
    }
    assert.match(await reasonFor(push(['export', -1, 2])), /number that is none/v)
    assert.match(await reasonFor(push(['export'])), /number that is none/v)
  })

  test('a fifth function ends the connection', async () => {
    const five = [-1, -2, -3, -4, -5].map((id) => stub(id))
    assert.match(await reasonFor(push(...five)), /lends 5 functions/v)
  })

  test('one that capnweb itself refuses ends the connection', async () => {
    for (const value of [
      ['bytes', 'AA', 'Quark'],
      ['bytes', 1],
      ['url', 'no url'],
      ['bigint', 'x'],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- a connection for each
      assert.notEqual(await reasonFor(push(value)), '')
    }
  })
})

suite('keys that name members of prototypes', () => {
  test('change nothing for anybody', async () => {
    await using peer = await openPeer(ground.url)
    const keys =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toJSON":1}'
    peer.send(`["push",["pipeline",0,["execute"],["async () => 1",[[]],${keys},null,"disabled"]]]`)
    peer.send(`["push",["pipeline",0,["protocolVersion"],[${keys}]]]`)
    assert.partialDeepStrictEqual(await peer.answerTo(1), { resultJson: '1' })
    assert.equal(await peer.answerTo(2), 1)
    assert.equal(Reflect.get({}, 'polluted'), undefined)
  })
})

suite('members of the main object other than its four methods', () => {
  const names = [
    'constructor',
    '__proto__',
    'prototype',
    'toString',
    'hasOwnProperty',
    'then',
    'dispose',
    'dup',
    'length',
    'context',
    '#context',
    '#execute',
    '#calls',
    '_context',
    'Execute',
    'execute ',
    '',
    'x'.repeat(10_000),
  ]
  test('are no functions, and the connection goes on', async () => {
    await using peer = await openPeer(ground.url)
    for (const name of names) {
      const id = peer.call(name, 'async () => 1')
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      assert.match(await peer.refusalOf(id), /is not a function/v)
    }
    assert.equal(await peer.answerTo(peer.call('protocolVersion')), 1)
    assert.equal(await isSettled(peer.closed), false)
  })
})
