import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { Context } from '@deepseek-ai/cordis'
import type { CodeBindingErrorClass, CodeBindingNamespace } from '@deepseek-ai/dsh-code-runtime'
import ExecutorCodeRuntime, { type DshCodeRuntimeConfig } from '@supolka/code-runtime/dsh'
import { describePlaces } from './seam.ts'

const named = (global: string, errorClass?: CodeBindingErrorClass): CodeBindingNamespace => ({
  global,
  functions: { f: () => Promise.resolve(1) },
  ...(errorClass !== undefined && { errorClass }),
})

const failing = (name: string, memberNameProperty = 'member'): CodeBindingNamespace =>
  named('tools', { name, memberNameProperty })

describePlaces((load) => {
  test('S32: a global that no backend can take is refused', async (t) => {
    const { run } = await load(t)
    const runWith = (...bindings: Array<CodeBindingNamespace>): Promise<unknown> =>
      run('return 1', {}, { bindings })
    for (const global of ['not valid!', 'await', '$tools', 'a$b', 'lambda']) {
      // oxlint-disable-next-line no-await-in-loop
      await rejects(runWith(named(global)), /not a usable identifier/)
    }
    await rejects(runWith(named('console')), /reserved binding global/)
    await rejects(runWith(named('tools'), named('tools')), /duplicate binding global/)
    const { value } = await run(
      'return typeof ToolCallError',
      {},
      {
        bindings: [named('ToolCallError')],
      },
    )
    equal(value, 'object')
  })

  test('S33: an error class that no backend can take is refused', async (t) => {
    const { run } = await load(t)
    const runWith = (...bindings: Array<CodeBindingNamespace>): Promise<unknown> =>
      run('return 1', {}, { bindings })
    await rejects(runWith(failing('not valid!')), /error class.*not a usable identifier/)
    await rejects(runWith(failing('await')), /error class.*not a usable identifier/)
    await rejects(runWith(failing('console')), /reserved binding global/)
    await rejects(runWith(failing('tools')), /duplicate injected global/)
    await rejects(
      runWith(failing('Failed'), named('more', { name: 'Failed', memberNameProperty: 'm' })),
      /duplicate injected global/,
    )
    for (const member of ['', 'message', 'args', '__dict__']) {
      // oxlint-disable-next-line no-await-in-loop
      await rejects(runWith(failing('Failed', member)), /member property.*not usable/)
    }
    await rejects(runWith(named('__dsh_main__')), /reserved binding global/)
  })

  test('S37: what one run leaves on the global object is not there in the next', async (t) => {
    const { run } = await load(t)
    await run('globalThis.leak = 1')
    deepEqual(await run('return typeof globalThis.leak'), { value: 'undefined', logs: [] })
  })

  test('S38: disposal ends an endless loop, is awaited, and later runs reject', async (t) => {
    const { run, context, dispose } = await load(t)
    const service = context.codeRuntime
    let isOver = false
    const started = Promise.withResolvers<void>()
    const running = run('await tools.started({}); for (;;) {}', {
      started: () => {
        started.resolve()
        return null
      },
    }).finally(() => {
      isOver = true
    })
    await started.promise
    await dispose()
    ok(isOver)
    deepEqual((await running).error, { kind: 'abort', message: 'runtime disposed' })
    await rejects(service.run({ program: 'return 1', bindings: [] }), /after disposal/)
  })

  test('S39: the service is an instance of the class, and gone after disposal', async (t) => {
    const { context, dispose } = await load(t)
    ok(context.get('codeRuntime') instanceof ExecutorCodeRuntime)
    await dispose()
    equal(context.get('codeRuntime'), undefined)
  })
})

const executor: NonNullable<DshCodeRuntimeConfig['executor']> = {
  execute: () => Promise.resolve({ result: undefined }),
  invokeHandle: () => Promise.reject(new Error('unused')),
  closeHandles: () => Promise.resolve(),
  dispose: () => Promise.resolve(),
}

async function loadWith(config: DshCodeRuntimeConfig): Promise<void> {
  const context = new Context()
  const fiber = await context.plugin(ExecutorCodeRuntime, { executor, ...config })
  await fiber.dispose()
}

test('S34: a compute budget that is not positive fails the load', async () => {
  await rejects(loadWith({ computeMs: -1 }), /positive number/)
})

test('S35: a ceiling past the widest timer fails the load', async () => {
  await rejects(loadWith({ maxWallMs: 2_147_483_648 }), /maxWallMs must be at most 2147483647/)
  await loadWith({ maxWallMs: 2_147_483_647 })
})

test('S36: an output cap below 4 or with a fraction fails the load', async () => {
  await rejects(loadWith({ maxOutputBytes: 3 }), /safe integer of at least 4/)
  await rejects(loadWith({ maxOutputBytes: 4.5 }), /safe integer of at least 4/)
})
