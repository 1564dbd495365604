import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { canonicalAddress, nonPublicRange } from '../../src/outbound/addresses.ts'

const REFUSED: Record<string, Array<string>> = {
  'an unspecified address': ['0.0.0.0', '0.1.2.3', '::', '::ffff:0.0.0.0'],
  'a loopback address': [
    '127.0.0.1',
    '127.255.255.254',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::127.0.0.1',
  ],
  'a private address': [
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    'fc00::1',
    'fdff:ffff::1',
    'fec0::1',
    '::ffff:10.0.0.1',
    '64:ff9b::192.168.0.1',
  ],
  'a cloud metadata address': [
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
  ],
  'a link-local address': [
    '169.254.0.1',
    '169.254.170.2',
    'fe80::1',
    'febf::1',
    'fe80::1%lo',
    '2606:4700::1111%lo',
    '::ffff:169.254.1.1',
  ],
  'a carrier network address': ['100.64.0.0', '100.127.255.255', '::ffff:100.64.0.1'],
  'a documentation address': [
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.255',
    '2001:db8::1',
    '3fff::1',
    '3fff:fff::1',
  ],
  'a benchmarking address': ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'a 6to4 address': ['192.88.99.1', '2002:7f00:1::', '2002:808:808::1'],
  'a Teredo address': ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'a NAT64 address': ['64:ff9b:1::1', '64:ff9b:1:ffff::8.8.8.8'],
  'a multicast address': ['224.0.0.1', '239.255.255.255', 'ff02::1', '::ffff:224.0.0.1'],
  'a broadcast address': ['255.255.255.255'],
  'a reserved address': [
    '192.0.0.8',
    '240.0.0.1',
    '255.255.255.254',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:0:127.0.0.1',
    '100::1',
    '2001:10::1',
    '2001:1ff::1',
    '4000::1',
    '5f00::1',
    'f000::1',
  ],
  'an unusable address': ['', 'localhost', '1.2.3', '1.2.3.4.5', '01.2.3.4', '[::1]', '::1::'],
}

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:800::200e',
  '3ffe::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
]

suite('nonPublicRange', () => {
  for (const [range, addresses] of Object.entries(REFUSED)) {
    test(`names ${range}`, () => {
      const named = addresses.map((address) => [address, nonPublicRange(address)])
      assert.deepEqual(
        named,
        addresses.map((address) => [address, range]),
      )
    })
  }

  test('lets public addresses through, up to the edges of the ranges', () => {
    assert.deepEqual(
      PUBLIC.filter((address) => nonPublicRange(address) !== undefined),
      [],
    )
  })
})

test('canonicalAddress gives every spelling of an address one form', () => {
  const spellings = [
    '0:0::1',
    '2001:DB8:0::00a1',
    '::ffff:7f00:1',
    '64:ff9b::1',
    '1.2.3.4',
    'fe80::1%lo',
  ]
  assert.deepEqual(spellings.map(canonicalAddress), [
    '::1',
    '2001:db8::a1',
    '127.0.0.1',
    '0.0.0.1',
    '1.2.3.4',
    'fe80::1%lo',
  ])
})
