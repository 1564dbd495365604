// The floor: isolated-vm with nothing around it, in the host process, a new isolate for each run.
// It has no child process to kill and no runtime to offer; it is a measure, not a rival.

import ivm from 'isolated-vm'
import type { Row, RowOptions, RunOutcome } from './row.ts'

const BOOT = `
  globalThis.tools = new Proxy(Object.create(null), {
    get: (known, name) => (known[name] ??= async (arg) => {
      const call = [name, JSON.stringify(arg)]
      const answer = JSON.parse(await __call.apply(undefined, call, { result: { promise: true } }))
      if ('error' in answer) throw new Error(answer.error)
      return answer.result
    }),
  })
`

export async function create(options: RowOptions): Promise<Row> {
  return {
    run: (body) => runInFreshIsolate(body, options),
    close: async () => {},
  }
}

async function runInFreshIsolate(body: string, options: RowOptions): Promise<RunOutcome> {
  const isolate = new ivm.Isolate({ memoryLimit: options.memoryMb })
  // The isolate's own timeout covers only synchronous stretches; this one ends a run that waits.
  const overdue = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    dispose(isolate)
    overdue.reject(new Error('Execution timed out'))
  }, options.timeoutMs)

  try {
    const text = await Promise.race([evaluate(isolate, body, options), overdue.promise])

    return { ok: true, value: JSON.parse(text).value }
  } catch (error) {
    return { ok: false, error: String(error) }
  } finally {
    clearTimeout(timer)
    dispose(isolate)
  }
}

async function evaluate(isolate: ivm.Isolate, body: string, options: RowOptions): Promise<string> {
  const context = await isolate.createContext()
  await context.global.set('__call', new ivm.Reference(callTool.bind(undefined, options.tools)))
  await context.eval(BOOT)
  const script = await isolate.compileScript(
    `(async () => JSON.stringify({ value: await (async () => {\n${body}\n})() }))()`,
  )

  return script.run(context, { promise: true, copy: true, timeout: options.timeoutMs })
}

async function callTool(
  tools: RowOptions['tools'],
  name: string,
  argJson: string,
): Promise<string> {
  try {
    return JSON.stringify({ result: await tools[name]?.(JSON.parse(argJson)) })
  } catch (error) {
    return JSON.stringify({ error: String(error) })
  }
}

function dispose(isolate: ivm.Isolate): void {
  if (!isolate.isDisposed) isolate.dispose()
}
