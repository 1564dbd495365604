// Loads isolated-vm's binary by its path. The package's own loader looks around the file system, which
// the permission model of this process refuses.

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type ivm from 'isolated-vm'

export type Ivm = typeof ivm

/**
 * The addon in a package folder, for this process's platform and ABI. Throws an Error that names what
 * was looked for when there is none.
 */
export function loadAddon(packageFolder: string): Ivm {
  const { platform, arch, versions } = process
  const prebuilt = join(
    packageFolder,
    'prebuilds',
    `${platform}-${arch}`,
    `isolated-vm.abi${versions.modules}`,
  )
  const candidates = [
    join(packageFolder, 'build', 'Release', 'isolated_vm.node'),
    ...['.glibc', '.musl', ''].map((libc) => `${prebuilt}${libc}.node`),
  ]
  const load = createRequire(import.meta.url)
  let failure: unknown
  for (const candidate of candidates.filter((path) => existsSync(path))) {
    try {
      return (load(candidate) as { ivm: Ivm }).ivm
    } catch (error) {
      // A binary for another C library: the next candidate may fit.
      failure = error
    }
  }

  throw new Error(
    `isolated-vm has no binary for Node ABI ${versions.modules} on ${platform}-${arch}.`,
    {
      cause: failure,
    },
  )
}
