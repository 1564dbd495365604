// Runs the tests of what depends on the engine on Node 26 as well: host and children both. A second
// Node in the tree would take the place of the first, so it is installed beside it, into the cache.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const VERSION = '26.12.1'

const root = join(import.meta.dirname, '..')
const home = join(root, '.cache', 'node26')
const bin = join(home, 'node_modules', '.bin')
const source = `node-linux-${process.arch}@${VERSION}`

const tests = [
  'packages/*/test/**/*.test.ts',
  'test/contract/*.test.ts',
  'test/field/*.test.ts',
  'test/hostile/{clock,memory,guest,results}.test.ts',
]

function run(command: string, args: Array<string>, env: NodeJS.ProcessEnv = process.env): void {
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' })
  if (status === 0) return
  process.stderr.write(`${command} ended with ${error?.message ?? `status ${status}`}.\n`)
  process.exit(1)
}

if (!existsSync(join(bin, 'node'))) {
  run('npm', ['install', '--no-save', '--no-package-lock', '--prefix', home, source])
}
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` }
run(join(bin, 'node'), ['--test', ...tests], env)
