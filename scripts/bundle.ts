// Bundles what runs inside the child: the guest core and its groups, each one script text that
// evaluates to a function of `runtime`, and the child's own program; and the guest half of the code
// runtime. Run after `tsc -b`.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import { GROUPS } from '../packages/executor/src/guest/groups.ts'
import { bundleCodeRuntime } from './bundle-code-runtime.ts'

const executor = join(import.meta.dirname, '../packages/executor')
const guest = join(executor, 'src/guest')
const output = join(executor, 'dist/bundle')

// Libraries look for globals of Node and of browsers. In the isolate a program may have set them, or
// looking would load a group, so they are unknown to every bundle.
const UNKNOWN = ['Buffer', 'Deno', 'HermesInternal', 'TextDecoder', 'TextEncoder', 'atob', 'btoa']

const forgetGlobals = (source: string): string =>
  source.replace(/const \{ (\w+(?:, \w+)*) \} = globalThis/, (_line, names: string) =>
    names
      .split(', ')
      .map(
        (name) => `const ${name} = ${UNKNOWN.includes(name) ? 'undefined' : `globalThis.${name}`}`,
      )
      .join('; '),
  )

const READ_OPERATION =
  /(function (\w+)\(e,t\)\{const r=e\._ownerReadableStream;r\._disturbed=!0,[^]*)export\{/

const EXCEPTION = 'null==dr?void 0:dr.DOMException'

// Adds the library's read operation, which no program can reach, for reading bodies, and gives the
// library our DOMException instead of whatever stands on the global object.
const patchStreams = (source: string): string => {
  if (!READ_OPERATION.test(source) || !source.includes(EXCEPTION)) {
    throw new Error('web-streams-polyfill has changed: look at its patches in the bundler.')
  }
  return source
    .replace(READ_OPERATION, '$1export{$2 as readInto,')
    .replace(EXCEPTION, 'DOMException')
}

// What the URL Pattern Standard says by now and the library does not: regular expressions in mode v,
// names by code points, and hosts and ports as the URL parser reads them.
const PATTERN_PATCHES: ReadonlyArray<[string, string]> = [
  ['return e&&e.ignoreCase?"ui":"u"', 'return e&&e.ignoreCase?"vi":"v"'],
  ['let i=e.substr(s,1);', 'let i=String.fromCodePoint(e.codePointAt(s));'],
  ['{f+=e[s++];continue}', '{f+=i;s+=i.length;continue}'],
  ['if(e===""||/^[0-9]*$/.test(e)&&parseInt(e)<=65535)return e;', 'return canonicalizePort(e);'],
  ['if(/[\\t\\n\\r #%/:<>?@[\\]^\\\\|]/g.test(e))', 'return canonicalizeHostname(e);if(true)'],
]

const patchPattern = (source: string): string => {
  const patched = PATTERN_PATCHES.reduce((text, [before, after]) => {
    if (!text.includes(before)) {
      throw new Error('urlpattern-polyfill has changed: look at its patches in the bundler.')
    }
    return text.replace(before, after)
  }, source)
  return patched
}

// Modules of whatwg-url and its dependencies that have a smaller stand-in here.
const STAND_INS: Readonly<Record<string, string>> = {
  tr46: 'url/tr46.ts',
  './encoding': 'url/encoding.ts',
  '@exodus/bytes/encoding.js': 'url/encoding.ts',
  '@exodus/bytes/whatwg.js': 'url/percent-encode.ts',
}

// V8 compiles a function in parentheses together with its script, so that it enters the code cache;
// the bundler's own wrapper of a CommonJS module would be compiled at each load. Each module becomes
// a hoisted function that holds its exports, which lets modules require each other in a circle.
const asEagerModule = (source: string): string => {
  const names = [
    ...new Set([...source.matchAll(/\brequire\("([^"]+)"\)/g)].map((match) => match[1] ?? '')),
  ]
  const imports = names.map((name, i) =>
    STAND_INS[name] === undefined
      ? `import { hold as hold${i} } from ${JSON.stringify(name)}`
      : `import * as exports${i} from ${JSON.stringify(name)}; const hold${i} = () => ({ exports: exports${i} })`,
  )
  const lookup = names.map((name, i) => `${JSON.stringify(name)}: hold${i}`).join(', ')
  return `${imports.join('\n')}
export function hold() { return hold.module ??= { exports: {} } }
;(function (exports, module, require) {${source}
})(hold().exports, hold(), (name) => ({ ${lookup} })[name]().exports)
export default hold().exports`
}

// A long literal is faster to read as JSON than as code.
const asParsedJson = (text: string): string =>
  `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(text)))})`

const EAGER = /\/node_modules\/(?:whatwg-url|webidl-conversions|tr46|punycode)\//

const patchSources: Plugin = {
  name: 'patch-sources',
  setup(esbuild) {
    esbuild.onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const source = asParsedJson(await readFile(path, 'utf8'))
      return { contents: EAGER.test(path) ? asEagerModule(source) : source, loader: 'js' }
    })
    esbuild.onLoad({ filter: EAGER }, async ({ path }) => ({
      contents: asEagerModule(await readFile(path, 'utf8')),
    }))
    esbuild.onLoad({ filter: /@exodus\/bytes\/.*\.js$/ }, async ({ path }) => ({
      contents: forgetGlobals(await readFile(path, 'utf8')),
    }))
    esbuild.onLoad({ filter: /web-streams-polyfill\/dist\/ponyfill\.mjs$/ }, async ({ path }) => ({
      contents: patchStreams(await readFile(path, 'utf8')),
    }))
    esbuild.onLoad({ filter: /urlpattern-polyfill\/dist\/urlpattern\.js$/ }, async ({ path }) => ({
      contents: patchPattern(await readFile(path, 'utf8')),
    }))
  },
}

const standIns: Plugin = {
  name: 'stand-ins',
  setup(esbuild) {
    esbuild.onResolve({ filter: /./ }, ({ importer, path }) => {
      const standIn = /\/whatwg-url\/lib\//.test(importer) ? STAND_INS[path] : undefined
      return standIn === undefined ? undefined : { path: join(guest, standIn) }
    })
  },
}

const guestOptions: BuildOptions = {
  bundle: true,
  format: 'iife',
  globalName: 'exported',
  banner: { js: '(function (runtime) { "use strict";' },
  footer: { js: 'return { __proto__: null, ...exported } })' },
  platform: 'neutral',
  mainFields: ['main'],
  target: 'es2024',
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  define: Object.fromEntries(UNKNOWN.map((name) => [`globalThis.${name}`, 'undefined'])),
  plugins: [patchSources, standIns],
  logLevel: 'warning',
}

const CORE_BANNER = '(function (runtime, post, webAssembly) { "use strict";'

async function bundleGuest(name: string, entry: string): Promise<void> {
  const ambient = join(guest, name, 'ambient.ts')
  await build({
    ...guestOptions,
    entryPoints: [entry],
    outfile: join(output, `guest-${name}.js`),
    inject: existsSync(ambient) ? [ambient] : [],
    // The core alone is told whether WebAssembly stays in.
    ...(name === 'core' && { banner: { js: CORE_BANNER } }),
  })
}

async function bundleChild(entry: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile: join(output, 'child.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: ['isolated-vm', 'node:*'],
    legalComments: 'none',
    logLevel: 'warning',
  })
}

const core = join(guest, 'core.ts')
const child = join(executor, 'src/child/main.ts')
const groups = Object.keys(GROUPS).map((name) => ({ name, entry: join(guest, name, 'group.ts') }))

await Promise.all([
  ...groups
    .filter(({ entry }) => existsSync(entry))
    .map((group) => bundleGuest(group.name, group.entry)),
  ...(existsSync(core) ? [bundleGuest('core', core)] : []),
  ...(existsSync(child) ? [bundleChild(child)] : []),
  bundleCodeRuntime(),
])
