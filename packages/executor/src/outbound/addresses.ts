// Tells public IP addresses from all others, by the special-purpose registries of IANA.

import { BlockList, isIP } from 'node:net'
import type { IPVersion } from 'node:net'

type Range = { name: string; list: BlockList }

// The first match names the range, so the narrow ones stand before the wide ones.
const RANGES_V4: Array<Range> = [
  range('ipv4', 'an unspecified address', '0.0.0.0/8'),
  range('ipv4', 'a loopback address', '127.0.0.0/8'),
  // Of these, Azure's is the one that lies in public space.
  range('ipv4', 'a cloud metadata address', '169.254.169.254/32 100.100.100.200/32'),
  range('ipv4', 'a cloud metadata address', '168.63.129.16/32 192.0.0.192/32'),
  range('ipv4', 'a link-local address', '169.254.0.0/16'),
  range('ipv4', 'a private address', '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16'),
  range('ipv4', 'a carrier network address', '100.64.0.0/10'),
  range('ipv4', 'a documentation address', '192.0.2.0/24 198.51.100.0/24 203.0.113.0/24'),
  range('ipv4', 'a benchmarking address', '198.18.0.0/15'),
  range('ipv4', 'a 6to4 address', '192.88.99.0/24'),
  range('ipv4', 'a multicast address', '224.0.0.0/4'),
  range('ipv4', 'a broadcast address', '255.255.255.255/32'),
  range('ipv4', 'a reserved address', '192.0.0.0/24 240.0.0.0/4'),
]

const RANGES_V6: Array<Range> = [
  range('ipv6', 'an unspecified address', '::/128'),
  range('ipv6', 'a loopback address', '::1/128'),
  range('ipv6', 'a cloud metadata address', 'fd00:ec2::254/128 fd20:ce::254/128'),
  range('ipv6', 'a link-local address', 'fe80::/10'),
  range('ipv6', 'a private address', 'fc00::/7 fec0::/10'),
  range('ipv6', 'a multicast address', 'ff00::/8'),
  range('ipv6', 'a documentation address', '2001:db8::/32 3fff::/20'),
  range('ipv6', 'a benchmarking address', '2001:2::/48'),
  range('ipv6', 'a 6to4 address', '2002::/16'),
  range('ipv6', 'a Teredo address', '2001::/32'),
  range('ipv6', 'a NAT64 address', '64:ff9b:1::/48'),
  range('ipv6', 'a reserved address', '2001::/23'),
]

const GLOBAL_UNICAST_V6 = range('ipv6', '', '2000::/3').list

/**
 * Names the range that keeps `address` from being public, or nothing when it is public. A mapped
 * or NAT64 address is as public as the IPv4 address inside it, since that is what answers.
 */
export function nonPublicRange(address: string): string | undefined {
  switch (isIP(address)) {
    case 4:
      return find(RANGES_V4, address, 'ipv4')
    case 6:
      return nonPublicRangeV6(address)
    default:
      return 'an unusable address'
  }
}

/**
 * The one spelling by which addresses are compared: that of a URL, without brackets, and the IPv4
 * address of a mapped or NAT64 one. Other text comes back as it is.
 */
export function canonicalAddress(address: string): string {
  if (isIP(address) !== 6 || address.includes('%')) {
    return address
  }
  return embeddedV4(address) ?? urlSpelling(address)
}

function nonPublicRangeV6(address: string): string | undefined {
  // A zone picks an interface of this host, and only local addresses have one.
  if (address.includes('%')) {
    return 'a link-local address'
  }
  const embedded = embeddedV4(address)
  if (embedded !== undefined) {
    return find(RANGES_V4, embedded, 'ipv4')
  }
  const named = find(RANGES_V6, address, 'ipv6')
  // All that is not global unicast is refused, so space that gets a meaning later stays closed.
  return named ?? (GLOBAL_UNICAST_V6.check(address, 'ipv6') ? undefined : 'a reserved address')
}

const EMBEDDING_PREFIXES = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'])

function embeddedV4(address: string): string | undefined {
  const groups = groupsOf(address)
  const prefix = groups.slice(0, 6).map((group) => group.toString(16))
  if (!EMBEDDING_PREFIXES.has(prefix.join(':'))) {
    return undefined
  }
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

function groupsOf(address: string): Array<number> {
  const [head = '', tail = ''] = urlSpelling(address).split('::')
  const left = numbersOf(head)
  const right = numbersOf(tail)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0)
  return [...left, ...zeros, ...right]
}

function urlSpelling(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}

function numbersOf(text: string): Array<number> {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}

function find(ranges: Array<Range>, address: string, version: IPVersion): string | undefined {
  return ranges.find(({ list }) => list.check(address, version))?.name
}

function range(version: IPVersion, name: string, subnets: string): Range {
  const list = new BlockList()
  for (const subnet of subnets.split(' ')) {
    const slash = subnet.indexOf('/')
    list.addSubnet(subnet.slice(0, slash), Number(subnet.slice(slash + 1)), version)
  }
  return { name, list }
}
