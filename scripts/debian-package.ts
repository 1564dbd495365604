// Gets a program of Debian without root and without installing anything: apt fetches the package and
// what this machine lacks of its dependencies, and dpkg-deb unpacks them into .cache/debian.

import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** How to start the program (`env` goes on top of the caller's), or a sentence that says why not. */
export type DebianBinary = { path: string; env: Record<string, string> } | { unavailable: string }

/** Where each package has its program. For Chromium that is not the wrapper in `/usr/bin`, which reads `/etc`. */
const PROGRAMS = {
  haproxy: 'usr/sbin/haproxy',
  chromium: 'usr/lib/chromium/chromium',
}

const APT_PATIENCE_MS = 300_000

const run = promisify(execFile)
const cache = join(import.meta.dirname, '..', '.cache', 'debian')

/**
 * The program of a Debian package: the one on `PATH` if there is one, else the one in `.cache/debian`,
 * which is fetched the first time. Never rejects for want of apt, a mirror or the package.
 */
export async function debianBinary(name: keyof typeof PROGRAMS): Promise<DebianBinary> {
  const installed = findOnPath(name)
  if (installed !== undefined) return { path: installed, env: {} }
  const root = join(cache, name)
  if (!existsSync(root)) {
    const failure = await fetchInto(root, name)
    if (failure !== undefined) return { unavailable: `${name} cannot be had: ${failure}` }
  }
  return {
    path: join(root, PROGRAMS[name]),
    env: { LD_LIBRARY_PATH: libraryFolders(root).join(delimiter) },
  }
}

function findOnPath(name: string): string | undefined {
  // Debian keeps daemons in sbin, which is on no ordinary user's path.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // Absent or not ours to run: the next folder is asked.
    return false
  }
}

/** Answers what went wrong, if anything did. */
async function fetchInto(root: string, name: keyof typeof PROGRAMS): Promise<string | undefined> {
  await mkdir(cache, { recursive: true })
  // A folder of its own for each attempt: two test files may ask at the same time.
  const attempt = await mkdtemp(join(cache, 'fetching-'))
  try {
    await mkdir(join(attempt, 'lists/partial'), { recursive: true })
    await mkdir(join(attempt, 'archives/partial'), { recursive: true })
    await apt(attempt, 'update')
    await apt(attempt, 'install', '--yes', '--download-only', '--no-install-recommends', name)
    const unpacked = join(attempt, 'root')
    for (const archive of globSync(join(attempt, 'archives/*.deb'))) {
      // One after the other: they share folders.
      // oxlint-disable-next-line no-await-in-loop
      await run('dpkg-deb', ['-x', archive, unpacked])
    }
    if (!existsSync(join(unpacked, PROGRAMS[name]))) return `the package has no ${PROGRAMS[name]}`
    await rename(unpacked, root).catch((error: unknown) => {
      // The other one was first, and what it brought is as good.
      if (!existsSync(root)) throw error
    })
  } catch (error) {
    return reasonOf(error)
  } finally {
    await rm(attempt, { recursive: true, force: true })
  }
  return undefined
}

/** What the command itself said, since the message of its failure begins with a line of settings. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const said = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : ''
  const reasons = said.split('\n').filter((line) => line.startsWith('E: '))
  return reasons.length === 0 ? error.message.trim() : reasons.join(' ')
}

function apt(folder: string, ...args: Array<string>): Promise<unknown> {
  const settings = [
    `Dir::State::lists=${join(folder, 'lists')}`,
    `Dir::Cache=${folder}`,
    `Dir::Cache::archives=${join(folder, 'archives')}`,
    // Nothing is installed, so the machine's own lock, which only root may take, is not needed.
    'Debug::NoLocking=1',
    'Acquire::Retries=2',
    'Acquire::Languages=none',
    // As root apt would drop to a user who may not write here, and warn.
    'APT::Sandbox::User=root',
    // Some images tell apt to delete each archive once it is there.
    'APT::Keep-Downloaded-Packages=true',
  ]
  const options = settings.flatMap((setting) => ['-o', setting])
  return run('apt-get', [...options, '--quiet', ...args], {
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
    timeout: APT_PATIENCE_MS,
    maxBuffer: 16 * 2 ** 20,
  })
}

/** Each folder with shared objects: some packages keep theirs one level below the architecture's folder. */
function libraryFolders(root: string): Array<string> {
  const objects = globSync(join(root, '{usr/,}lib/*-linux-gnu*/{,*/}lib*.so*'))
  return [...new Set(objects.map((file) => dirname(file)))].toSorted()
}
