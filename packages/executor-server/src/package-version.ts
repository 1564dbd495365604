// The version of this package, as its package.json has it.

import { readFileSync } from 'node:fs'

let version: string | undefined

/** Such as `1.2.3`. */
export function packageVersion(): string {
  version ??= readVersion()

  return version
}

function readVersion(): string {
  // One folder up from `src` as well as from `dist`.
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')

  return String(Reflect.get(Object(JSON.parse(text)), 'version'))
}
