// The group `idna`: the mapping table for host names beyond ASCII.

import { toASCII as mapToASCII } from 'tr46/index.js'

export const toASCII: (domain: string, options: object) => string | null = mapToASCII
