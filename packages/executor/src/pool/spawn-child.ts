// How a child process is started: command, flags, environment. Behind one small function, so that a
// jail can wrap the command later.

import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Releases before this one let a guest corrupt the memory of its process (GHSA-864f-rcv7-6rh4). */
const MIN_ISOLATED_VM = [7, 0, 1] as const

export type ChildSettings = {
  /** The Node binary that children run on. */
  execPath: string
  /** Flags beside the ones every child needs. */
  execArgv: ReadonlyArray<string>
  /** Memory limit of each isolate, in megabytes. */
  memoryLimit: number
  /** Leaves WebAssembly in. */
  webAssembly: boolean
}

const bundleFolder = fileURLToPath(new URL('../bundle/', import.meta.url))

/**
 * Starts one child. Its stdin and stdout are the channel, its stderr holds its last words. Throws an
 * Error when the isolated-vm at hand is older than the fix it needs.
 */
export function spawnChild(settings: ChildSettings, testsItself: boolean): ChildProcess {
  const addon = locateIsolatedVm()
  const readable = [addon.folder, bundleFolder].map(
    (folder) => `--allow-fs-read=${join(folder, sep)}`,
  )
  const args = [
    '--no-node-snapshot',
    '--no-turboshaft-loop-unrolling',
    '--disallow-code-generation-from-strings',
    '--permission',
    '--allow-addons',
    ...readable,
    '--disable-warning=SecurityWarning',
    ...settings.execArgv,
    join(bundleFolder, 'child.mjs'),
    addon.folder,
    addon.version,
    String(settings.memoryLimit),
    testsItself ? 'self-test' : '',
    settings.webAssembly ? 'web-assembly' : '',
  ]

  return spawn(settings.execPath, args, {
    // Nothing of the host's environment: it holds secrets, and TZ and LANG are visible to programs.
    env: { TZ: 'UTC', LANG: 'en_US.UTF-8' },
    cwd: sep,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
}

/** The version of the isolated-vm that children load. Throws as `spawnChild` does. */
export function isolatedVmVersion(): string {
  return locateIsolatedVm().version
}

let located: { folder: string; version: string } | undefined

function locateIsolatedVm(): { folder: string; version: string } {
  if (located !== undefined) return located
  const file = createRequire(import.meta.url).resolve('isolated-vm/package.json')
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  if (isOlder(version)) {
    throw new Error(
      `isolated-vm ${version} is older than ${MIN_ISOLATED_VM.join('.')}, which it must be.`,
    )
  }
  located = { folder: dirname(file), version }

  return located
}

function isOlder(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, wanted] of MIN_ISOLATED_VM.entries()) {
    const part = parts[index] ?? 0
    if (part !== wanted) return part < wanted
  }

  return false
}
