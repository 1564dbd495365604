// One executor, one provider, one program: the smallest host.

import { createEnvelopeDispatch, createExecutor } from '@supolka/codemode-executor'

const stock: Record<string, number> = { espresso: 12, filter: 3 }

const dispatch = createEnvelopeDispatch({ active: true }, (_provider, tool, args) => {
  if (tool !== 'inStock') throw new Error(`Tool "${tool}" not found`)

  return stock[String(args)] ?? 0
})

await using executor = createExecutor()
const outcome = await executor.execute({
  code: `async () => {
    const [espresso, filter] = await Promise.all([
      warehouse.inStock('espresso'),
      warehouse.inStock('filter'),
    ])
    return { espresso, filter, total: espresso + filter }
  }`,
  providers: [{ name: 'warehouse', tools: ['inStock'] }],
  dispatch,
})

console.log(outcome.error ?? outcome.result)
