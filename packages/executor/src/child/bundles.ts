// The texts of the guest runtime, as the build left them beside this process's own bundle.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GROUPS } from '../guest/groups.ts'

export type BundleTexts = { core: string; groups: Record<string, string> }

export function readBundles(folder: string): BundleTexts {
  const textOf = (name: string): string => readFileSync(join(folder, `guest-${name}.js`), 'latin1')

  return {
    core: textOf('core'),
    groups: Object.fromEntries(Object.keys(GROUPS).map((name) => [name, textOf(name)])),
  }
}
