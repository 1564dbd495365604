// An executor whose children are hostile: its `execPath` is a script that starts the fixture and
// leaves the arguments of a real child unread.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createExecutor, type ExecutorOptions } from '@supolka/codemode-executor'

/** CODEMODE_NODE names another Node binary for children. */
const binary = process.env['CODEMODE_NODE'] ?? process.execPath
const fixture = new URL('fixtures/hostile-child.ts', import.meta.url)

type HostileExecutor = ReturnType<typeof createExecutor>

/** Opens an executor whose children all play `part`; disposing it removes its script as well. */
export function hostileExecutor(
  part: string,
  options: ExecutorOptions & { seed?: number } = {},
): { executor: HostileExecutor } & AsyncDisposable {
  const { seed = 0, ...rest } = options
  const folder = mkdtempSync(join(tmpdir(), 'hostile-child-'))
  // The name keeps Node from looking for a package.json, the kernel passes it as the first argument.
  const script = join(folder, 'child.mjs')
  writeFileSync(script, `#!${binary}\nimport ${JSON.stringify(fixture.href)}\n`)
  chmodSync(script, 0o755)
  const executor = createExecutor({
    workers: 1,
    execPath: script,
    execArgv: [`--part=${part}`, `--seed=${seed}`],
    ...rest,
  })

  return {
    executor,
    [Symbol.asyncDispose]: async () => {
      await executor.dispose()
      rmSync(folder, { recursive: true })
    },
  }
}
