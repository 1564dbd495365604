// A module map: source, JSON and text that a program imports, statically and on the way.

import { createExecutor, type ModuleMap } from '@supolka/codemode-executor'

const modules: ModuleMap = {
  money: `export const euros = (cents) => (cents / 100).toFixed(2) + ' EUR'`,
  prices: { json: { espresso: 1890, filter: 1650 } },
  footer: { text: 'Prices for one kilo.' },
}

await using executor = createExecutor({ modules })
const outcome = await executor.execute({
  code: `import { euros } from 'money'
import prices from 'prices'
async () => {
  const { default: footer } = await import('footer')
  const lines = Object.entries(prices).map(([blend, cents]) => blend + ' ' + euros(cents))
  return [...lines, footer].join('\\n')
}`,
})
console.log(outcome.error ?? outcome.result)

const missing = await executor.execute({
  code: `import { parse } from 'yaml'
async () => parse('a: 1')`,
})
console.log(missing.error)
