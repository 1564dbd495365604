// Reads where this machine's apt gets Debian from, so that the suite comes from the same mirror.

export type Mirror = {
  uris: Array<string>
  /** What checks the release's signature; absent where apt's trusted keys do. */
  signedBy: string | undefined
}

/** The mirror of a Debian suite in the text of a `.list` or a `.sources` file. */
export function findMirror(text: string, codename: string): Mirror | undefined {
  return findInLines(text, codename) ?? findInStanzas(text, codename)
}

// deb [signed-by=/path arch=amd64] http://mirror/debian bookworm main
const LINE = /^deb\s+(?:\[(?<options>[^\]]*)\]\s+)?(?<uri>\S+)\s+(?<suite>\S+)\s+(?<components>.+)$/

function findInLines(text: string, codename: string): Mirror | undefined {
  for (const line of text.split('\n')) {
    const { options = '', uri, suite, components } = LINE.exec(line.trim())?.groups ?? {}
    if (uri !== undefined && suite === codename && wordsOf(components).includes('main')) {
      return { uris: [uri], signedBy: /signed-by=(\S+)/i.exec(options)?.[1] }
    }
  }
  return undefined
}

function findInStanzas(text: string, codename: string): Mirror | undefined {
  for (const stanza of text.split(/\n\s*\n/)) {
    const fields = fieldsOf(stanza)
    const isMirror =
      wordsOf(fields.get('types')).includes('deb') &&
      wordsOf(fields.get('suites')).includes(codename) &&
      wordsOf(fields.get('components')).includes('main') &&
      fields.get('enabled') !== 'no'
    const uris = wordsOf(fields.get('uris'))
    if (isMirror && uris.length > 0) return { uris, signedBy: fields.get('signed-by') }
  }
  return undefined
}

/** Fields of a stanza by lower-case name. A line that starts with a blank continues the one before. */
function fieldsOf(stanza: string): Map<string, string> {
  const lines = stanza.split('\n').filter((line) => !line.startsWith('#'))
  const fields = lines.join('\n').replace(/\n[ \t]+/g, ' ')
  return new Map(
    [...fields.matchAll(/^([\w-]+):[ \t]*(.*)$/gm)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.trim(),
    ]),
  )
}

function wordsOf(text: string | undefined): Array<string> {
  return text?.split(/\s+/).filter((word) => word !== '') ?? []
}

/** A stanza that gives apt the source packages of one suite. */
export function sourceStanza(mirror: Mirror, suite: string): string {
  const signedBy = mirror.signedBy === undefined ? [] : [`Signed-By: ${mirror.signedBy}`]
  const lines = [
    'Types: deb-src',
    `URIs: ${mirror.uris.join(' ')}`,
    `Suites: ${suite}`,
    'Components: main',
    ...signedBy,
  ]
  return `${lines.join('\n')}\n`
}
