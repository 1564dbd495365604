// Brings the test files to .cache/wpt with apt and tar. Nothing outside that folder changes: apt
// reads a sources file, and keeps its lists, in there.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findMirror, type Mirror, sourceStanza } from './apt-sources.ts'
import { ARCHIVE, archiveFile } from './archive.ts'

/** The folder that holds the tests, or why there is none. */
export type SuiteFolder = { root: string } | { missing: string }

const run = promisify(execFile)
const cache = fileURLToPath(new URL('../../.cache/wpt', import.meta.url))
const APT_PATIENCE_MS = 120_000

/** Throws where a file of the machine is not as expected; an archive that cannot be had is an answer. */
export async function fetchSuite(): Promise<SuiteFolder> {
  const root = join(cache, ARCHIVE.sha256.slice(0, 16))
  if (existsSync(root)) return { root }
  await mkdir(join(cache, 'apt/lists/partial'), { recursive: true })
  const archive = join(cache, archiveFile)
  if ((await sha256Of(archive)) !== ARCHIVE.sha256) {
    const failure = await download()
    const sha256 = await sha256Of(archive)
    if (sha256 === undefined) return { missing: failure ?? `apt brought no ${archiveFile}` }
    if (sha256 !== ARCHIVE.sha256) return { missing: `${archiveFile} has the sha256 ${sha256}` }
  }
  await unpack(archive, root)
  return { root }
}

async function sha256Of(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Answers what went wrong, if anything did. The caller judges by the file: see below. */
async function download(): Promise<string | undefined> {
  const mirror = await readMirror()
  if (mirror === undefined) return 'no apt source of this machine is a mirror of its Debian release'
  await writeFile(join(cache, 'apt/suite.sources'), sourceStanza(mirror, ARCHIVE.suite))
  try {
    await apt('apt-get', 'update')
    const { stdout } = await apt('apt-cache', 'showsrc', ARCHIVE.package)
    const version = versionsIn(stdout).find((each) => each.startsWith(`${ARCHIVE.version}-`))
    if (version === undefined)
      return `${ARCHIVE.suite} has no ${ARCHIVE.package} ${ARCHIVE.version}`
    // Exits with an error where one of the package's other archives is gone, though this one came.
    await apt('apt-get', 'source', '--download-only', '--tar-only', `${ARCHIVE.package}=${version}`)
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error)
  }
  return undefined
}

function versionsIn(records: string): Array<string> {
  return [...records.matchAll(/^Version: (?:\d+:)?(\S+)$/gm)].map(([, version = '']) => version)
}

function apt(command: string, ...args: Array<string>): Promise<{ stdout: string }> {
  const settings = [
    `Dir::Etc::sourcelist=${join(cache, 'apt/suite.sources')}`,
    'Dir::Etc::sourceparts=/dev/null',
    `Dir::State::lists=${join(cache, 'apt/lists')}`,
    `Dir::Cache=${join(cache, 'apt')}`,
    'Acquire::Retries=2',
    // As root apt would drop to a user who may not write here, and warn.
    'APT::Sandbox::User=root',
  ]
  const options = settings.flatMap((setting) => ['-o', setting])
  return run(command, [...options, ...args], {
    cwd: cache,
    env: { ...process.env, LC_ALL: 'C' },
    timeout: APT_PATIENCE_MS,
    maxBuffer: 16 * 2 ** 20,
  })
}

async function readMirror(): Promise<Mirror | undefined> {
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(await textOf('/etc/os-release'))?.[1]
  if (codename === undefined) return undefined
  const parts = '/etc/apt/sources.list.d'
  const all = existsSync(parts) ? await readdir(parts) : []
  // What ends otherwise, such as a copy put aside, apt does not read either.
  const names = all.filter((name) => /\.(?:list|sources)$/.test(name))
  const files = ['/etc/apt/sources.list', ...names.toSorted().map((name) => join(parts, name))]
  const texts = await Promise.all(files.map(textOf))
  return texts.map((text) => findMirror(text, codename)).find((mirror) => mirror !== undefined)
}

async function textOf(file: string): Promise<string> {
  return existsSync(file) ? readFile(file, 'utf8') : ''
}

// Renamed into place when it is whole, so a run that is cut leaves nothing that looks complete.
async function unpack(archive: string, root: string): Promise<void> {
  const partial = await mkdtemp(join(cache, 'unpacking-'))
  const depth = ARCHIVE.folder.split('/').length + 1
  const members = `*/${ARCHIVE.folder}/*`
  await run('tar', [
    '-xJf',
    archive,
    '-C',
    partial,
    `--strip-components=${depth}`,
    '--wildcards',
    members,
  ])
  await rm(root, { recursive: true, force: true })
  await rename(partial, root)
}
