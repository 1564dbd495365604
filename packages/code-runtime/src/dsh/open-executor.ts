// Where the plugin's programs run: an executor of the configuration's, a server, or a pool in this process.
// The packages of the last two are loaded by name when they are asked for; neither is a dependency.

import type { Executor } from '@supolka/codemode-executor-protocol'
import type { DshSettings } from './config.ts'

/** An executor, and how the plugin lets go of it. */
export type OpenedExecutor = { executor: Executor; release: () => Promise<void> }

const POOL_PACKAGE = '@supolka/codemode-executor'
const CLIENT_PACKAGE = '@supolka/cloudflare-codemode-executor'

/** Opens what the settings say. Rejects with words when a package is missing or a server is not there. */
export async function openExecutor(settings: DshSettings): Promise<OpenedExecutor> {
  const { executor, server, pool, maxOldGenerationSizeMb: memoryLimit } = settings
  if (typeof executor === 'object') return { executor, release: () => Promise.resolve() }
  if (typeof executor === 'function') return owned(await executor({ memoryLimit }))
  if (server !== undefined) {
    const connect = await load(CLIENT_PACKAGE, 'connect')
    const { url, ...options } = server

    return owned(await connect(url, options))
  }
  const createExecutor = await load(POOL_PACKAGE, 'createExecutor')

  return owned(await createExecutor({ memoryLimit, start: 'eager', ...pool }))
}

function owned(executor: Executor): OpenedExecutor {
  return { executor, release: () => executor.dispose() }
}

type Open = (...args: Array<unknown>) => Executor | Promise<Executor>

async function load(name: string, member: string): Promise<Open> {
  const open: unknown = Reflect.get(await importPackage(name), member)
  if (!isOpen(open)) throw new Error(`@supolka/code-runtime: ${name} has no function "${member}".`)

  return open
}

function isOpen(value: unknown): value is Open {
  return typeof value === 'function'
}

async function importPackage(name: string): Promise<object> {
  try {
    return await import(name)
  } catch (failure) {
    throw new Error(
      `@supolka/code-runtime: programs would run with ${name}, which cannot be loaded. Install it, ` +
        'or say in the config where they run: executor, server or pool.',
      { cause: failure },
    )
  }
}
