// What is said of one difference between the guest runtime and the standards, and how it is checked.

export type Deviation = {
  /**
   * `absent`: the names of ECMA-429 that are not there, or only to say so. `shape`: they have another
   * length, type or enumerability. `behaviour`: they do something else.
   */
  kind: 'absent' | 'shape' | 'behaviour'
  names: ReadonlyArray<string>
  /** What differs. Markdown. */
  what: string
  /** What it means for a program. Markdown. */
  impact: string
  check?: Check
}

export type Check = {
  /** The inside of an async function that gives true. `CHECK_PRELUDE` stands before it. */
  body: string
  /** How many lines it logs. Default none. */
  logs?: number
  /** Default `stub`: the paths that STUB_ANSWERS has are answered from it, any other with the request as JSON. */
  outbound?: 'stub' | 'disabled'
  /** Runs with the option on. */
  webAssembly?: boolean
}

type StubAnswer = { status: number; headers: Array<[string, string]> }

/** What the stub of the checks answers, by path. */
export const STUB_ANSWERS: Readonly<Record<string, StubAnswer>> = {
  '/redirect': { status: 302, headers: [['location', '/end']] },
  '/no-location': { status: 302, headers: [] },
  '/credentials': { status: 302, headers: [['location', 'https://me:secret@a.test/end']] },
}

/** What the bodies of checks may use. */
export const CHECK_PRELUDE = `
const nameOf = async (attempt) => {
  try { await attempt(); return '' } catch ({ name }) { return name }
}
const at = (path) => 'https://a.test' + path
`
