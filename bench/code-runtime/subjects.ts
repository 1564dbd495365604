// The code runtimes that are measured: ours in its two forms, and the worker-thread backend that the harness
// ships, where that is installed.

import { Context } from '@deepseek-ai/cordis'
import { createCodeRuntime } from '@supolka/code-runtime'
import ExecutorCodeRuntime from '@supolka/code-runtime/dsh'
import { createExecutor } from '@supolka/codemode-executor'

const WORKER_PACKAGE = '@deepseek-ai/dsh-code-runtime-worker-thread'

type Program = { program: string; bindings: [] }

/** A runtime under measurement. Whoever opens it disposes it. */
export type Subject = {
  name: string
  run: (request: Program) => Promise<{ value?: unknown; error?: { message: string } }>
  dispose: () => Promise<void>
}

/** All subjects, ready to run. `missing` names packages that are not installed. */
export async function openSubjects(): Promise<{
  subjects: Array<Subject>
  missing: Array<string>
}> {
  const subjects = [openRuntime(), await openPlugin('ours, as the plugin', ExecutorCodeRuntime)]
  let worker: object
  try {
    worker = await import(WORKER_PACKAGE)
  } catch {
    return { subjects, missing: [WORKER_PACKAGE] }
  }
  const shipped: typeof ExecutorCodeRuntime = Reflect.get(worker, 'default')

  return {
    subjects: [...subjects, await openPlugin('shipped worker thread', shipped)],
    missing: [],
  }
}

function openRuntime(): Subject {
  const executor = createExecutor({ start: 'eager', memoryLimit: 512 })
  const runtime = createCodeRuntime(executor)

  return {
    name: 'ours, createCodeRuntime',
    run: (request) => runtime.run(request),
    async dispose() {
      await runtime.dispose()
      await executor.dispose()
    },
  }
}

async function openPlugin(name: string, Plugin: typeof ExecutorCodeRuntime): Promise<Subject> {
  const context = new Context()
  const fiber = await context.plugin(Plugin)

  return {
    name,
    run: (request) => context.codeRuntime.run(request),
    dispose: () => fiber.dispose(),
  }
}
