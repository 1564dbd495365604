// Makes one test of each case; a suite has its own executor, sink and watch.

import { deepEqual } from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createExecutor } from '@supolka/codemode-executor'
import { guardHost } from './host-guard.ts'
import type { HostileCase } from './hostile-case.ts'
import { runCase } from './run-case.ts'
import type { Arena } from './run-case.ts'
import { startSink } from './sink.ts'
import { createSubject } from './subject.ts'

type ExecutorOptions = NonNullable<Parameters<typeof createExecutor>[0]>

/** The classes whose programs may leave work behind. */
const mayLinger = new Set('cpu async flood memory throw leak pool tamper names modules'.split(' '))

/** Declares the cases of `classes`, keyed by the name of the class, one after the other. */
export function declareCases(
  title: string,
  classes: Record<string, Array<HostileCase>>,
  options: ExecutorOptions = {},
): void {
  describe(title, () => {
    let arena: Arena
    before(async () => {
      arena = {
        subject: createSubject(() => createExecutor({ memoryLimit: 32, workers: 4, ...options })),
        sink: await startSink(),
        guard: guardHost(),
      }
    })
    after(async () => {
      await arena.subject.dispose()
      await arena.sink.close()
      arena.guard.stop()
    })

    for (const [name, cases] of Object.entries(classes)) {
      const quiet = process.platform === 'linux' && mayLinger.has(name)
      for (const hostile of cases) {
        test(`${name}/${hostile.id}`, { skip: reasonToSkip(hostile) }, async () => {
          deepEqual(await runCase(hostile, arena, quiet), [])
        })
      }
    }
  })
}

function reasonToSkip({ slow, nonLoopback }: HostileCase): string | false {
  if (slow && !process.env['FULL']) return 'slow: set FULL to run it'
  if (nonLoopback && !process.env['NON_LOOPBACK'])
    return 'names a target off this machine: set NON_LOOPBACK to run it'

  return false
}
