import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createOutboundChecks } from '../../src/outbound/policy.ts'
import type { OutboundPolicy } from '../../src/outbound/policy.ts'
import { OutboundRefusedError } from '../../src/outbound/refusals.ts'

function verdict(url: string, policy: OutboundPolicy = {}): string {
  try {
    createOutboundChecks(policy).checkUrl(new URL(url))
    return 'accepted'
  } catch (error) {
    assert.ok(error instanceof OutboundRefusedError)
    return error.refusal.kind
  }
}

function verdicts(urls: Array<string>, policy: OutboundPolicy = {}): Record<string, string> {
  return Object.fromEntries(urls.map((url) => [url, verdict(url, policy)]))
}

suite('checkUrl', () => {
  test('accepts public hosts by http and https alone', () => {
    assert.deepEqual(
      verdicts([
        'http://example.com/',
        'https://example.com:8443/x?y#z',
        'http://8.8.8.8/',
        'http://[2606:4700::1111]/',
        'http://_under.example.com/',
        'file:///etc/passwd',
        'ftp://example.com/',
        'data:text/plain,x',
        'javascript:1',
        'ws://example.com/',
        'blob:http://example.com/x',
      ]),
      {
        'http://example.com/': 'accepted',
        'https://example.com:8443/x?y#z': 'accepted',
        'http://8.8.8.8/': 'accepted',
        'http://[2606:4700::1111]/': 'accepted',
        'http://_under.example.com/': 'accepted',
        'file:///etc/passwd': 'scheme',
        'ftp://example.com/': 'scheme',
        'data:text/plain,x': 'scheme',
        'javascript:1': 'scheme',
        'ws://example.com/': 'scheme',
        'blob:http://example.com/x': 'scheme',
      },
    )
  })

  test('refuses every spelling of a local host before anything is resolved', () => {
    const urls = [
      'http://localhost/',
      'http://LOCALHOST./',
      'http://a.b.localhost/',
      'http://127.0.0.1/',
      'http://127.1/',
      'http://0177.0.0.1/',
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0/',
      'http://127.0.0.1./',
      'http://①②⑦.0.0.1/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://169.254.169.254/latest/meta-data/',
      'http://[fd00:ec2::254]/',
      'http://[64:ff9b::a9fe:a9fe]/',
      'http://[2002:7f00:1::]/',
    ]
    assert.deepEqual(
      urls.filter((url) => verdict(url) !== 'address'),
      [],
    )
  })

  test('refuses credentials, malformed names and ports of other protocols', () => {
    assert.deepEqual(
      verdicts([
        'http://user@example.com/',
        'http://:pass@example.com/',
        'http://example.com@127.0.0.1/',
        'http://example..com/',
        'http://.example.com/',
        'http://example.com../',
        'http://./',
        `http://${'a'.repeat(64)}.com/`,
        `http://${'a.'.repeat(130)}com/`,
        'http://example.com:25/',
        'https://example.com:6667/',
        'http://example.com:0/',
      ]),
      {
        'http://user@example.com/': 'credentials',
        'http://:pass@example.com/': 'credentials',
        'http://example.com@127.0.0.1/': 'credentials',
        'http://example..com/': 'host-name',
        'http://.example.com/': 'host-name',
        'http://example.com../': 'host-name',
        'http://./': 'host-name',
        [`http://${'a'.repeat(64)}.com/`]: 'host-name',
        [`http://${'a.'.repeat(130)}com/`]: 'host-name',
        'http://example.com:25/': 'port',
        'https://example.com:6667/': 'port',
        'http://example.com:0/': 'port',
      },
    )
  })

  test('keeps to the allowed hosts', () => {
    const allowedHosts = [
      'api.example.com',
      '*.Example.org',
      'bücher.example',
      '8.8.8.8',
      '::ffff:1.1.1.1',
    ]
    assert.deepEqual(
      verdicts(
        [
          'http://api.example.com./',
          'http://API.example.com:8080/',
          'http://x.api.example.com/',
          'http://example.com/',
          'http://a.b.example.org/',
          'http://example.org/',
          'http://notexample.org/',
          'http://xn--bcher-kva.example/',
          'http://8.8.8.8/',
          'http://[::ffff:8.8.8.8]/',
          'http://1.1.1.1/',
          'http://8.8.4.4/',
        ],
        { allowedHosts },
      ),
      {
        'http://api.example.com./': 'accepted',
        'http://API.example.com:8080/': 'accepted',
        'http://x.api.example.com/': 'not-allowed',
        'http://example.com/': 'not-allowed',
        'http://a.b.example.org/': 'accepted',
        'http://example.org/': 'not-allowed',
        'http://notexample.org/': 'not-allowed',
        'http://xn--bcher-kva.example/': 'accepted',
        'http://8.8.8.8/': 'accepted',
        'http://[::ffff:8.8.8.8]/': 'accepted',
        'http://1.1.1.1/': 'accepted',
        'http://8.8.4.4/': 'not-allowed',
      },
    )
    assert.equal(verdict('http://example.com/', { allowedHosts: [] }), 'not-allowed')
  })

  test('an allowed host that is not public stays refused without allowPrivateAddresses', () => {
    const allowedHosts = ['127.0.0.1']
    assert.equal(verdict('http://127.0.0.1/', { allowedHosts }), 'address')
    assert.equal(
      verdict('http://127.0.0.1/', { allowedHosts, allowPrivateAddresses: true }),
      'accepted',
    )
  })

  test('denied hosts win over allowed ones, in every spelling', () => {
    const policy = {
      allowPrivateAddresses: true,
      allowedHosts: ['*.example.com', '169.254.169.254', '10.0.0.1'],
      deniedHosts: ['bad.example.com', '169.254.169.254'],
    }
    assert.deepEqual(
      verdicts(
        [
          'http://good.example.com/',
          'http://bad.example.com./',
          'http://169.254.169.254/',
          'http://[::ffff:a9fe:a9fe]/',
          'http://[64:ff9b::a9fe:a9fe]/',
          'http://10.0.0.1/',
        ],
        policy,
      ),
      {
        'http://good.example.com/': 'accepted',
        'http://bad.example.com./': 'denied',
        'http://169.254.169.254/': 'denied',
        'http://[::ffff:a9fe:a9fe]/': 'denied',
        'http://[64:ff9b::a9fe:a9fe]/': 'denied',
        'http://10.0.0.1/': 'accepted',
      },
    )
  })
})

test('checkAddress holds resolved addresses to the policy', () => {
  const open = createOutboundChecks({ allowPrivateAddresses: true, deniedHosts: ['10.0.0.1'] })
  open.checkAddress('a.test', '127.0.0.1')
  assert.throws(() => open.checkAddress('a.test', '::ffff:10.0.0.1'), /denies that host/)
  const closed = createOutboundChecks()
  closed.checkAddress('a.test', '8.8.8.8')
  assert.throws(() => closed.checkAddress('a.test', '10.0.0.1'), {
    name: 'TypeError',
    message:
      'Outbound fetch refused "a.test" because it resolves to a private address and only public addresses are reached. Fetch a public host, or get what this run needs through a tool call.',
  })
})
