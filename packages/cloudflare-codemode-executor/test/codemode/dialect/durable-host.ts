// The dialect's durable runtime on Node: its storage is a database of Node's own, its facets are plain
// objects. What runs programs in it is the adapter.

import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { CodemodeExecutor } from '@supolka/cloudflare-codemode-executor/codemode'
import { ItemsConnector } from './items-connector.ts'
import { dialect } from './load-dialect.ts'
import type { Output, Runtime } from './outputs.ts'

type Options = Parameters<typeof dialect.createCodemodeRuntime>[0]
type Facet = InstanceType<typeof dialect.CodemodeRuntime>

export type DurableHost = {
  connector: ItemsConnector
  runtime: Runtime
  run: (code: string) => Promise<Output>
  /** The runtime's own object, as its host could reach it. */
  facet: Facet
  /** A runtime over the same storage with other settings. */
  other: (settings: Partial<Options>) => Runtime
  /** A host over the same storage in which nothing else is left, as after an eviction. */
  evict: () => DurableHost
}

export function openDurableHost(
  executor: CodemodeExecutor,
  database: DatabaseSync = new DatabaseSync(':memory:'),
): DurableHost {
  const context = contextOver(database)
  const connector = new ItemsConnector(context, {})
  const base = { ctx: context, executor, connectors: [connector] } as unknown as Options
  const runtime = dialect.createCodemodeRuntime(base)

  return {
    connector,
    runtime,
    run: (code) => runtime.execute({ code }),
    facet: context.facets.get('codemode:default'),
    other: (settings) => dialect.createCodemodeRuntime({ ...base, ...settings }),
    evict: () => openDurableHost(executor, database),
  }
}

type Context = { facets: { get: (name: string) => Facet }; exports: object }

function contextOver(database: DatabaseSync): Context {
  const facets = new Map<string, Facet>()
  const context: Context = {
    exports: { CodemodeRuntime: dialect.CodemodeRuntime },
    facets: {
      get: (name) => {
        const facet =
          facets.get(name) ??
          new dialect.CodemodeRuntime({ storage: { sql: sqlOver(database, name) } }, {})
        facets.set(name, facet)

        return facet
      },
    },
  }

  return context
}

type Cursor = { toArray: () => Array<unknown>; rowsWritten: number }

/** Each facet has tables of its own. */
function sqlOver(
  database: DatabaseSync,
  facet: string,
): { exec: (sql: string, ...values: Array<SQLInputValue>) => Cursor } {
  const prefix = facet.replaceAll(/\W/g, '_')

  return {
    exec: (sql, ...values) => {
      const own = sql.replaceAll(/\bcm_/g, `${prefix}_`)
      if (values.length === 0 && !/^\s*SELECT/i.test(own)) {
        database.exec(own)

        return { toArray: () => [], rowsWritten: 0 }
      }
      const statement = database.prepare(own)
      if (/^\s*SELECT/i.test(own)) {
        const rows = statement.all(...values)

        return { toArray: () => rows, rowsWritten: 0 }
      }
      const { changes } = statement.run(...values)

      return { toArray: () => [], rowsWritten: Number(changes) }
    },
  }
}
