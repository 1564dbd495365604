// Reads the `// META:` lines at the head of a test file.

export type Meta = {
  /** Scripts that run before the test, as paths from the root of the suite. */
  scripts: Array<string>
  /** Query strings, each of which makes a run of its own; one empty string where none is named. */
  variants: Array<string>
  /** Whether the test says that it takes long. */
  isLong: boolean
}

/** `path` is the test's own, from the root of the suite, with a leading slash. */
export function readMeta(source: string, path: string): Meta {
  const lines = [...source.matchAll(/^\/\/ META: *([a-z]+)=(.*)$/gm)]
  const valuesOf = (name: string): Array<string> =>
    lines.filter((line) => line[1] === name).map((line) => (line[2] ?? '').trim())
  const variants = valuesOf('variant')
  return {
    scripts: valuesOf('script').map((script) => scriptPath(script, path)),
    variants: variants.length === 0 ? [''] : variants,
    isLong: valuesOf('timeout').includes('long'),
  }
}

function scriptPath(script: string, path: string): string {
  const { pathname } = new URL(script, `http://suite${path}`)
  // The server of the suite itself serves the parser under this name.
  return pathname === '/resources/WebIDLParser.js'
    ? '/resources/webidl2/lib/webidl2.js'
    : decodeURIComponent(pathname)
}
