// Messages that no client of this protocol sends: each ends its connection with a reason in words, and
// nobody else's.

import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { openGround, type Ground } from './ground.ts'
import { openPeer, stub } from './peer.ts'
import { push, reasonOf } from './reason-of.ts'

let ground: Ground
before(async () => {
  ground = await openGround()
})
afterEach(() => ground.assertUntouched())
after(() => ground.end())

const reasonFor = (...messages: Array<unknown>): Promise<string> => reasonOf(ground.url, messages)

suite('a message that is', () => {
  const cases: Array<[what: string, message: unknown, reason: RegExp]> = [
    ['no JSON', 'garbage', /^The message is not JSON\.$/v],
    ['empty', '', /not JSON/v],
    ['two values', '[] []', /not JSON/v],
    ['cut off', '["push",["pipeline",0', /not JSON/v],
    ['an object', {}, /not a list/v],
    ['a number', 1, /not a list/v],
    ['null', null, /not a list/v],
    ['an empty list', [], /of no kind/v],
    ['of an unknown kind', ['shove', 1], /of no kind/v],
    ['a pipe', ['pipe'], /of no kind/v],
    ['a stream', ['stream', ['pipeline', 0, ['execute'], []]], /of no kind/v],
    ['of a kind that is a list', [['push'], 1], /of no kind/v],
    ['of a kind in another case', ['PUSH', 1], /of no kind/v],
    ['a name of a prototype', ['constructor', 1], /of no kind/v],
    ['an abort', ['abort', ['error', 'Error', 'done']], /has aborted/v],
    ['an abort with an object for a reason', ['abort', { toString: 1 }], /has aborted/v],
    ['an abort without a reason', ['abort'], /has aborted/v],
  ]
  for (const [what, message, reason] of cases) {
    test(what, async () => assert.match(await reasonFor(message), reason))
  }
})

suite('a call that is', () => {
  const cases: Array<[what: string, expression: unknown]> = [
    ['nothing', undefined],
    ['a value', 1],
    ['a list', [[1, 2]]],
    ['an error', ['error', 'Error', 'mine']],
    ['a map', ['remap', 0, [], [], [['value', 1]]]],
    ['an import', ['import', 0, ['execute'], []]],
    ['a function of the peer', stub(-1)],
    ['a promise of the peer', ['promise', -1]],
    ['a stream', ['readable', 1]],
    ['a request', ['request', 'http://127.0.0.1/', {}]],
    ['a reference to a method', ['pipeline', 0, ['execute']]],
    ['a reference to the main object', ['pipeline', 0]],
    ['a call of the main object itself', ['pipeline', 0, [], []]],
    ['without arguments in a list', ['pipeline', 0, ['execute'], {}]],
    ['with something more', ['pipeline', 0, ['protocolVersion'], [], 1]],
    ['of another object', ['pipeline', 1, ['protocolVersion'], []]],
    ['of an object below 0', ['pipeline', -1, [], []]],
    ['of a member of a method', ['pipeline', 0, ['execute', 'constructor'], ['return process']]],
    ['of a call of a method', ['pipeline', 0, ['execute', 'call'], []]],
    ['of a method by number', ['pipeline', 0, [0], []]],
    ['of a method by list', ['pipeline', 0, [['execute']], []]],
    ['of a method by no list', ['pipeline', 0, 'execute', []]],
  ]
  for (const [what, expression] of cases) {
    test(what, async () => {
      assert.match(
        await reasonFor(['push', expression]),
        /^Only methods of the executor|not a list/v,
      )
    })
  }

  test('on a result that is awaited', async () => {
    const onResult = ['push', ['pipeline', 1, ['constructor'], []]]
    assert.match(await reasonFor(push(), onResult), /^Only methods/v)
  })

  test('followed by more in its message', async () => {
    assert.match(await reasonFor(['push', ['pipeline', 0, ['protocolVersion'], []], 1]), /^Only/v)
  })
})

suite('an id that is', () => {
  const ids: Array<[what: string, id: string]> = [
    ['0', '0'],
    ['negative', '-1'],
    ['negative and zero', '-0'],
    ['a part of one', '0.5'],
    ['past what is exact', '9007199254740993'],
    ['infinite', '1e999'],
    ['a text', '"1"'],
    ['a list', '[1]'],
    ['nothing', 'null'],
    ['the name of a prototype', '"__proto__"'],
  ]
  for (const [what, id] of ids) {
    test(`${what} ends the connection in every kind`, async () => {
      for (const message of [`["pull",${id}]`, `["release",${id},1]`, `["resolve",${id},1]`]) {
        // oxlint-disable-next-line no-await-in-loop -- a connection for each
        assert.match(await reasonFor(push(), message), /^The message names no call\.$/v)
      }
    })
  }

  test('of nothing yet ends the connection', async () => {
    assert.match(await reasonFor(['pull', 1]), /^No such call was made/v)
    assert.match(await reasonFor(push(), ['pull', 2]), /^No such call was made/v)
    assert.match(await reasonFor(['release', 1, 1]), /^No such call is open/v)
    assert.match(await reasonFor(push(), ['release', 2, 1]), /^No such call is open/v)
    assert.match(await reasonFor(['resolve', 1, 1]), /^Nothing was asked/v)
    assert.match(await reasonFor(['reject', 1, ['error', 'Error', 'no']]), /^Nothing was asked/v)
  })
})

suite('a release', () => {
  const counts = [0, -1, -5, 2, 0.5, 1e-9, 1e300, null, '1', [1]]
  test('of any count but 1 ends the connection', async () => {
    for (const count of counts) {
      // oxlint-disable-next-line no-await-in-loop -- a connection for each
      assert.match(await reasonFor(push(), ['release', 1, count]), /released once, and whole/v)
    }
  })

  test('of a call that was released ends the connection', async () => {
    assert.match(await reasonFor(push(), ['release', 1, 1], ['release', 1, 1]), /No such call/v)
  })
})

suite('one message has one meaning, however it is spelled', () => {
  test('white space, escapes and exponents are read as what they stand for', async () => {
    await using peer = await openPeer(ground.url)
    peer.send(' [ "\\u0070ush" , [ "pipeline" , 0e5 , [ "protocol\\u0056ersion" ] , [ ] ] ]')
    peer.send('["pull",1e0]')
    assert.equal(await peer.answerTo(1), 1)
    peer.send('[\n"release", 10E-1, 1.0]')
    peer.send(push())
    assert.equal(await peer.answerTo(2), 1)
  })

  test('an escaped spelling of what is refused is refused', async () => {
    assert.match(await reasonFor('["\\u0070ipe"]'), /of no kind/v)
    assert.match(await reasonFor('["push",["rem\\u0061p",0,[],[],[]]]'), /^Only methods/v)
    const smuggled = '["push",["pipeline",0,["protocolVersion"],[[ "imp\\u006frt" , 0 ]]]]'
    assert.match(await reasonFor(smuggled), /kind that this protocol/v)
  })

  test('of two equal keys the last one counts, as in JSON', async () => {
    await using peer = await openPeer(ground.url)
    const options = '{"timeout":"soon","timeout":5000}'
    peer.send(`["push",["pipeline",0,["execute"],["async () => 1",[[]],${options},null,"native"]]]`)
    peer.send('["pull",1]')
    assert.partialDeepStrictEqual(await peer.answerTo(1), { resultJson: '1' })
  })
})
