// Stands in for tr46: plain ASCII host names need no table, the others load the group `idna`.

import { need } from '../dom/need.ts'

// oxlint-disable-next-line no-control-regex
const BEYOND_ASCII = /[^\0-\x7f]/
const ENCODED_LABEL = /(?:^|\.)xn--/i

export const toASCII = (domain: string, options: { verifyDNSLength: boolean }): string | null => {
  const needsTable =
    options.verifyDNSLength || BEYOND_ASCII.test(domain) || ENCODED_LABEL.test(domain)
  return needsTable ? need('idna').toASCII(domain, options) : domain.toLowerCase()
}
