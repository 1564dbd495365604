// Does what the Dockerfile says, in a folder of its own in place of a container: the same files are
// copied, the same commands run, and what comes out is what the image would hold.

import { spawnSync } from 'node:child_process'
import { cp, link, mkdir, mkdtemp, rm, chmod, copyFile } from 'node:fs/promises'
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { onlyOne, readIgnore, readStages, type Instruction } from './read-dockerfile.ts'

export type Image = AsyncDisposable & {
  /** Where its root file system lies. */
  readonly root: string
  /** The folder that the image starts in. */
  readonly workdir: string
  readonly env: Record<string, string>
  readonly user: string
  readonly entrypoint: Array<string>
  readonly healthcheck: Array<string>
}

const context = join(import.meta.dirname, '../..')
const NODE = 'usr/local/bin'

/** Rejects with what a command said when it fails. */
export async function buildImage(): Promise<Image> {
  const folder = await mkdtemp(join(tmpdir(), 'image-'))
  // Whoever the image runs as must get in.
  await chmod(folder, 0o755)
  const [build = [], final = [], ...more] = readStages(join(context, 'deploy/Dockerfile'))
  if (more.length > 0) throw new Error('More stages than are known here')
  const stages = { build: join(folder, 'build'), final: join(folder, 'final') }
  await runBuildStage(build, stages.build)
  const workdir = join(stages.final, onlyOne(final, 'WORKDIR'))
  const [, from = '', to = ''] = /^--from=build (\S+) (\S+)$/.exec(onlyOne(final, 'COPY')) ?? []
  await cp(join(stages.build, from), join(stages.final, to), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await copyNode(stages.final)
  makeReadOnly(stages.final)
  const healthcheck = onlyOne(final, 'HEALTHCHECK')

  return {
    root: stages.final,
    workdir,
    env: { PATH: join(stages.final, NODE), ...envOf(final) },
    user: onlyOne(final, 'USER'),
    entrypoint: JSON.parse(onlyOne(final, 'ENTRYPOINT')) as Array<string>,
    healthcheck: JSON.parse(healthcheck.slice(healthcheck.indexOf('['))) as Array<string>,
    async [Symbol.asyncDispose]() {
      spawnSync('chmod', ['-R', 'u+w', folder])
      await rm(folder, { recursive: true })
    },
  }
}

async function runBuildStage(stage: Array<Instruction>, root: string): Promise<void> {
  const workdir = join(root, onlyOne(stage, 'WORKDIR'))
  if (onlyOne(stage, 'COPY') !== '. .') throw new Error('The build copies other than its context')
  const isIgnored = readIgnore(join(context, '.dockerignore'))
  await mkdir(workdir, { recursive: true })
  await cp(context, workdir, {
    recursive: true,
    filter: (source) => !isIgnored(relative(context, source)),
  })
  // What the tree has been installed from is in npm's cache.
  const env = { ...process.env, npm_config_prefer_offline: 'true', NO_UPDATE_NOTIFIER: '1' }
  for (const { rest } of stage.filter(({ name }) => name === 'RUN')) {
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', rest], {
      cwd: workdir,
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`RUN ${rest}\n${stdout}${stderr}`)
  }
}

function envOf(stage: Array<Instruction>): Record<string, string> {
  const pairs = stage.filter(({ name }) => name === 'ENV').map(({ rest }) => rest.split('='))

  return Object.fromEntries(pairs) as Record<string, string>
}

/** The base image has it. A link where it can be one: it is large. */
async function copyNode(root: string): Promise<void> {
  const source = realpathSync(process.execPath)
  await mkdir(join(root, NODE), { recursive: true })
  const target = join(root, NODE, 'node')
  await link(source, target).catch(() => copyFile(source, target))
}

function makeReadOnly(folder: string): void {
  const { status } = spawnSync('find', [folder, '-type', 'd', '-exec', 'chmod', 'a-w', '{}', '+'])
  if (status !== 0) throw new Error('The folders stay writable')
}
