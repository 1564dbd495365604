// Arguments of the wrong number and kind, and functions where data should stand: refused in words, and
// no function of the peer is called for it.

import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { openGround, type Ground } from './ground.ts'
import { execution, list, openPeer, stub, type Peer } from './peer.ts'

let ground: Ground
before(async () => {
  ground = await openGround()
})
afterEach(() => ground.assertUntouched())
after(() => ground.end())

const code = 'async () => 1'
const lent = stub(-7)
const outboundRequest = { method: 'GET', url: 'http://a.test/', headers: list(), body: null }

/** Nothing that the server sent is a call of something the peer lent. */
function assertNothingCalled({ frames }: Peer): void {
  const calls = frames.filter(([kind]) => kind === 'push')
  assert.deepEqual(calls, [])
}

/** Calls a method, and answers the text it was refused with; the connection must go on. */
async function refusal(method: string, ...args: Array<unknown>): Promise<string> {
  await using peer = await openPeer(ground.url)
  const text = await peer.refusalOf(peer.call(method, ...args))
  assert.equal(await peer.answerTo(peer.call('protocolVersion')), 1)
  assertNothingCalled(peer)

  return text
}

/** Executes, and answers the failure that the run ended with. */
async function failure(...args: Array<unknown>): Promise<string> {
  await using peer = await openPeer(ground.url)
  const { error } = (await peer.answerTo(peer.call('execute', ...args))) as { error?: string }
  assertNothingCalled(peer)

  return error ?? ''
}

type Case = [what: string, args: Array<unknown>, text: RegExp]

suite('execute refuses', () => {
  const cases: Array<Case> = [
    ['no arguments', [], /argument "code" must be a string, and nothing came/v],
    ['code alone', [code], /argument "providers" must be an array/v],
    ['no options', [code, list()], /argument "options" must be an object/v],
    ['no dispatch', [code, list(), {}], /argument "dispatch" must be a function/v],
    ['no mode', [code, list(), {}, null], /outbound mode of type undefined/v],
    ['null for everything', [null, null, null, null, null], /argument "code"/v],
    ['bytes for code', execution(['bytes', 'YQ'] as never), /argument "code"/v],
    ['a list for code', execution(list(code) as never), /argument "code"/v],
    ['an object for providers', [code, {}, {}, null, 'native'], /argument "providers"/v],
    ['a list for options', [code, list(), list(), null, 'native'], /argument "options"/v],
    ['a text for dispatch', execution(code, list(), {}, 'f'), /argument "dispatch"/v],
    ['an unknown mode', execution(code, list(), {}, null, 'tunnel'), /outbound mode "tunnel"/v],
    ['a long mode', execution(code, list(), {}, null, 'x'.repeat(1_000_000)), /"x{40}"/v],
    ['a mode of a prototype', execution(code, list(), {}, null, '__proto__'), /outbound mode/v],
    ['stub without a function', execution(code, list(), {}, null, 'stub'), /without an outbound/v],
    ['a text for outbound', execution(code, list(), {}, null, 'stub', 'f'), /without an outbound/v],
    ['a number for modules', execution(code, list(), { modules: 1 }), /option "modules"/v],
    ['an object of modules', execution(code, list(), { modules: {} }), /option "modules"/v],
    [
      'a triple of a module',
      execution(code, list(), { modules: list(list('a', 'b', 'c')) }),
      /"modules"/v,
    ],
    [
      'a number for a module',
      execution(code, list(), { modules: list(list('a', 1)) }),
      /"modules"/v,
    ],
    ['a text for a timeout', execution(code, list(), { timeout: '5' }), /field "timeout"/v],
    ['a timeout of 0', execution(code, list(), { timeout: 0 }), /field "timeout"/v],
    ['no number for a timeout', execution(code, list(), { timeout: ['nan'] }), /field "timeout"/v],
    ['a text for a flag', execution(code, list(), { countHostWaits: 'yes' }), /countHostWaits/v],
    ['a number for a flag', execution(code, list(), { retainHandles: 1 }), /retainHandles/v],
    ['a text for nested', execution(code, list(), { nested: 'yes' }), /option "nested"/v],
    ['an object for a signal', execution(code, list(), { signal: {} }), /option "signal"/v],
    ['a text for onLog', execution(code, list(), { onLog: 'x' }), /option "onLog"/v],
    ['a text for a provider', execution(code, list('a')), /field "providers\[0\]"/v],
    ['a provider without tools', execution(code, list({ name: 'a' })), /member "tools"/v],
    ['numbers for tools', execution(code, list({ name: 'a', tools: list(1) })), /member "tools"/v],
    [
      'a number for a prelude',
      execution(code, list({ name: 'a', tools: list(), prelude: 1 })),
      /member "prelude"/v,
    ],
  ]
  for (const [what, args, text] of cases) {
    test(what, async () => assert.match(await refusal('execute', ...args), text))
  }
})

suite('execute refuses a function in the place of', () => {
  const provider = { name: 'a', tools: list() }
  const cases: Array<Case> = [
    ['the code', [lent, list(), {}, null, 'native'], /argument "code" must be a string/v],
    ['the providers', [code, lent, {}, null, 'native'], /argument "providers" must be an array/v],
    ['the options', [code, list(), lent, null, 'native'], /argument "options" must be an object/v],
    ['the mode', execution(code, list(), {}, null, lent), /outbound mode of type function/v],
    ['a provider', execution(code, list(lent)), /field "providers\[0\]" must be an object/v],
    ['the tools', execution(code, list({ ...provider, tools: lent })), /member "tools"/v],
    ['a tool', execution(code, list({ ...provider, tools: list(lent) })), /member "tools"/v],
    ['a flag', execution(code, list({ ...provider, positionalArgs: lent })), /positionalArgs/v],
    ['a prelude', execution(code, list({ ...provider, prelude: lent })), /member "prelude"/v],
    ['a proxy', execution(code, list({ ...provider, proxySource: lent })), /member "proxySource"/v],
    ['the modules', execution(code, list(), { modules: lent }), /option "modules"/v],
    ['a module', execution(code, list(), { modules: list(lent) }), /option "modules"/v],
    ['a name of one', execution(code, list(), { modules: list(list(lent, '')) }), /"modules"/v],
    ['a source of one', execution(code, list(), { modules: list(list('', lent)) }), /"modules"/v],
    ['a timeout', execution(code, list(), { timeout: lent }), /field "timeout"/v],
    ['countHostWaits', execution(code, list(), { countHostWaits: lent }), /countHostWaits/v],
    ['retainHandles', execution(code, list(), { retainHandles: lent }), /retainHandles/v],
    ['nested', execution(code, list(), { nested: lent }), /option "nested"/v],
  ]
  for (const [what, args, text] of cases) {
    test(what, async () => assert.match(await refusal('execute', ...args), text))
  }

  test('the name of a provider, as the failure of the run', async () => {
    const name = /^Provider name "(?:function|object|number)" is not/v
    for (const wrong of [lent, list('fetch'), 1]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      assert.match(await failure(...execution(code, list({ ...provider, name: wrong }))), name)
    }
  })
})

suite('invokeHandle and closeHandles refuse', () => {
  const { method, url, headers, body } = outboundRequest
  const invocations: Array<[what: string, request: unknown, text: RegExp]> = [
    ['no request', undefined, /must be an object/v],
    ['a list', list(), /must be an object/v],
    ['a function', lent, /must be an object/v],
    ['a number for the method', { method: 1, url, headers, body }, /member "method"/v],
    ['a function for the method', { method: lent, url, headers, body }, /member "method"/v],
    ['a relative URL', { method, url: '/', headers, body }, /member "url"/v],
    ['a function for the URL', { method, url: lent, headers, body }, /member "url"/v],
    ['a URL for the URL', { method, url: ['url', url], headers, body }, /member "url"/v],
    ['an object of headers', { method, url, headers: { a: 'b' }, body }, /member "headers"/v],
    ['a function for headers', { method, url, headers: lent, body }, /member "headers"/v],
    ['a function for one', { method, url, headers: list(lent), body }, /member "headers"/v],
    ['one of a header', { method, url, headers: list(list('a')), body }, /member "headers"/v],
    ['no body', { method, url, headers }, /member "body"/v],
    ['a text for a body', { method, url, headers, body: 'a' }, /member "body"/v],
    ['a function for a body', { method, url, headers, body: lent }, /member "body"/v],
    ['a view for a body', { method, url, headers, body: ['bytes', 'AA'] }, /member "body"/v],
  ]
  for (const [what, request, text] of invocations) {
    test(`a request that is or has ${what}`, async () => {
      await using owner = await openPeer(ground.url)
      const granted = execution('async () => () => new Response("a")', list(), {
        retainHandles: true,
      })
      const { executionId } = (await owner.answerTo(owner.call('execute', ...granted))) as {
        executionId: string
      }
      const rest = request === undefined ? [] : [request]
      assert.match(await refusal('invokeHandle', executionId, 'fetch', ...rest), text)
      assert.match(await refusal('invokeHandle', executionId, lent, outboundRequest), /handleName/v)
      await owner.answerTo(owner.call('closeHandles', executionId))
    })
  }

  test('anything but a text for an execution', async () => {
    for (const wrong of [undefined, null, 1, {}, list('a'), lent, ['bytes', 'AA', 'ArrayBuffer']]) {
      const args = wrong === undefined ? [] : [wrong]
      for (const name of ['closeHandles', 'invokeHandle']) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
        const text = await refusal(name, ...args)
        assert.match(text, /argument "executionId" must be a string/v)
      }
    }
  })
})

suite('more than the contract has', () => {
  test('is not looked at: arguments past the last, and options with other names', async () => {
    await using peer = await openPeer(ground.url)
    const options = { outbound: lent, dispatch: lent, signals: lent, isolation: 'none', workers: 1 }
    const id = peer.call(
      'execute',
      ...execution(code, list(), options, null, 'disabled', null, 9, 9),
    )
    assert.partialDeepStrictEqual(await peer.answerTo(id), { resultJson: '1' })
    assertNothingCalled(peer)
  })

  test('is not called: an outbound function beside another mode', async () => {
    await using peer = await openPeer(ground.url)
    const fetching = `async () => fetch('http://a.test/').then(() => 'reached', () => 'refused')`
    for (const mode of ['disabled', 'native']) {
      const id = peer.call('execute', ...execution(fetching, list(), {}, null, mode, lent))
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a failure has a name
      assert.partialDeepStrictEqual(await peer.answerTo(id), { resultJson: '"refused"' })
    }
    assertNothingCalled(peer)
  })
})
