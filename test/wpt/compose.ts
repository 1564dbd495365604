// Makes the one script that a test file is: the suite's harness, the scripts it names, and itself.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMeta } from './read-meta.ts'

/** One run: a test file, and the query that it finds in its location. */
export type TestRun = { path: string; variant: string }

const HARNESS = '/resources/testharness.js'
const IDL_HARNESS = '/resources/idlharness.js'

/** Runs of a test file, one for each of its variants. */
export async function runsOf(root: string, path: string): Promise<Array<TestRun>> {
  const { variants } = readMeta(await readFile(join(root, path), 'utf8'), path)
  return variants.map((variant) => ({ path, variant }))
}

export type ComposedTest = { script: string; isLong: boolean }

/**
 * The text to evaluate as a script. It is one text because the harness believes that loading is over
 * at the first microtask, and because lexical names of one script are visible in the next.
 */
export async function composeTest(root: string, path: string): Promise<ComposedTest> {
  const test = await readFile(join(root, path), 'utf8')
  const { scripts, isLong } = readMeta(test, path)
  const [harness, ...texts] = await Promise.all(
    [HARNESS, ...scripts].map((script) => readFile(join(root, script), 'utf8')),
  )
  const shared = texts.map((text, index) => adapt(scripts[index] ?? '', text))
  const isStrict = STRICT.test(test) && !scripts.includes(IDL_HARNESS)
  const mode = isStrict ? "'use strict'" : ''
  return { script: [mode, harness, 'wptListen()', ...shared, test].join('\n;\n'), isLong }
}

// The directive of a test works at the head of the whole alone; there it covers the other scripts too,
// of which idlharness.js finds its functions on the global object, where strict code puts none.
const STRICT = /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*['"]use strict['"]/

function adapt(script: string, text: string): string {
  if (script === IDL_HARNESS) return exposeToWorkers(text)
  // It reaches the constructor through WebAssembly, for pages where the name is hidden.
  if (script === '/common/sab.js') return MAKE_BUFFER
  return text
}

const MAKE_BUFFER =
  'const createBuffer = (type, length, options) => new self[type](length, options)'

// idlharness.js knows four kinds of global and takes an unknown one for a ShadowRealm, or throws. Of
// the names that an interface can be exposed to, those of a worker fit the isolate.
const UNKNOWN_GLOBAL = 'throw new IdlHarnessError("Unexpected global object");'
const SHADOW_REALM = 'Object.getPrototypeOf(self) === Object.prototype'

function exposeToWorkers(idlHarness: string): string {
  if (!idlHarness.includes(UNKNOWN_GLOBAL) || !idlHarness.includes(SHADOW_REALM)) {
    throw new Error('idlharness.js decides otherwise than this runner believes.')
  }
  return idlHarness
    .replace(UNKNOWN_GLOBAL, 'return globals.has("DedicatedWorker");')
    .replace(SHADOW_REALM, 'false')
}
