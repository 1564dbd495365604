import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createOutboundChecks } from '../../src/outbound/policy.ts'

suite('createOutboundChecks', () => {
  const refusals: Array<
    [policy: unknown, error: typeof TypeError | typeof RangeError, text: RegExp]
  > = [
    [null, TypeError, /^outboundPolicy takes an object\. It got null\.$/],
    ['all', TypeError, /^outboundPolicy takes an object\. It got "all"\.$/],
    [
      { allowedHost: [] },
      TypeError,
      /^outboundPolicy takes .*allowedHosts.* It got "allowedHost"\.$/,
    ],
    [
      { allowPrivateAddresses: 1 },
      TypeError,
      /allowPrivateAddresses takes a boolean\. It got 1\.$/,
    ],
    [
      { allowedHosts: 'a.com' },
      TypeError,
      /allowedHosts takes an array of strings\. It got "a.com"\.$/,
    ],
    [{ deniedHosts: [1] }, TypeError, /deniedHosts takes an array of strings/],
    [{ maxRedirects: '3' }, TypeError, /maxRedirects takes a number\. It got "3"\.$/],
    [{ maxRedirects: -1 }, RangeError, /maxRedirects takes a whole number from 0\. It got -1\.$/],
    [{ maxRedirects: 1.5 }, RangeError, /It got 1\.5\.$/],
    ...[
      '',
      '*',
      '*.',
      'https://a.com',
      'a.com:80',
      'a.com/x',
      'u@a.com',
      'a..com',
      'a b',
      '*.*.com',
      '1:2',
    ].map((entry): [unknown, typeof TypeError, RegExp] => [
      { deniedHosts: [entry] },
      TypeError,
      /^outboundPolicy\.deniedHosts takes host names/,
    ]),
  ]
  for (const [policy, error, message] of refusals) {
    test(`refuses ${JSON.stringify(policy)}`, () => {
      assert.throws(
        () => Reflect.apply(createOutboundChecks, undefined, [policy]),
        (thrown: unknown) => {
          assert.ok(thrown instanceof error)
          assert.match(thrown.message, message)
          return true
        },
      )
    })
  }

  test('keeps its own copy of the lists', () => {
    const allowedHosts = ['a.com']
    const checks = createOutboundChecks({ allowedHosts })
    allowedHosts.push('b.com')
    assert.throws(() => checks.checkUrl(new URL('http://b.com/')), /allowed hosts \(a\.com\)/)
  })
})
