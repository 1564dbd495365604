// The plugin for the published harness: its loader takes the default export, which is the service class.
// No `#private` members: the harness hands the service out behind a proxy, where they cannot be read.

import { Service, type Context } from '@deepseek-ai/cordis'
import { CodeRuntime, type CodeRunRequest, type CodeRunResult } from '@deepseek-ai/dsh-code-runtime'
import { createCore, type Core } from '../core/core.ts'
import {
  configSchema,
  readSettings,
  type ConfigSchema,
  type DshCodeRuntimeConfig,
  type DshSettings,
} from './config.ts'
import { openExecutor } from './open-executor.ts'
import { runProgram } from './run.ts'

export type { DshCodeRuntimeConfig, ExecutorFactory } from './config.ts'

/** Serves `ctx.codeRuntime` by programs that run on an executor. */
export default class ExecutorCodeRuntime extends CodeRuntime {
  /** What the row's `config` is checked by. */
  static readonly Config: ConfigSchema = configSchema

  readonly language = 'typescript'
  readonly isolation: string
  private readonly maxOutputBytes: number
  private readonly opening: Promise<Core>

  /** The service shows once its executor is there. */
  constructor(ctx: Context, config: DshCodeRuntimeConfig = {}) {
    super(ctx)
    const settings = readSettings(config)
    this.isolation = settings.isolation
    this.maxOutputBytes = settings.maxOutputBytes
    const opened = openExecutor(settings)
    this.opening = opened.then(({ executor }) => createCore(executor, coreSettings(settings)))
    // What the harness waits for before it shows the service; its failure fails the row.
    Object.defineProperty(this, Service.init, { value: () => this.opening.then(() => undefined) })
    ctx.effect(
      () => async () => {
        const core = await this.opening.catch(() => undefined)
        await core?.dispose()
        await opened.then(({ release }) => release()).catch(() => undefined)
      },
      'code runtime',
    )
  }

  async run(request: CodeRunRequest): Promise<CodeRunResult> {
    return runProgram(await this.opening, request, this.maxOutputBytes)
  }
}

function coreSettings({
  computeMs,
  maxWallMs,
  maxOutputBytes,
}: DshSettings): Parameters<typeof createCore>[1] {
  return {
    computeMs,
    maxWallMs,
    outbound: null,
    values: 'json',
    valueLimit: maxOutputBytes,
    lineLimit: maxOutputBytes,
  }
}
