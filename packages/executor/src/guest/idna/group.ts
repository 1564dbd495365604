// The group `idna`: the mapping table for host names beyond ASCII.

import tr46 from 'tr46/index.js'

export const toASCII: (domain: string, options: object) => string | null = tr46.toASCII
