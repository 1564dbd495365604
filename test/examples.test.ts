import { match, ok, deepStrictEqual, strictEqual } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeData, type DataSet } from '../examples/data/make-data.ts'

// Each example runs as a process of its own, as a reader runs it, and says what it is there to show.

const folder = join(import.meta.dirname, '../examples')
const LONGEST_MS = 60_000

function run(name: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, `${name}.ts`)], {
    encoding: 'utf8',
    timeout: LONGEST_MS,
  })
  strictEqual(stderr, '')
  strictEqual(status, 0)

  return stdout
}

/** What the demo's program should find, computed here from the same records. */
function lateByRegion({ customers, orders, shipments }: DataSet): Map<string, string> {
  const parcels = new Map(shipments.map((shipment) => [shipment.orderId, shipment]))
  const found = new Map<string, string>()
  for (const region of new Set(customers.map((customer) => customer.region))) {
    const ids = new Set(
      customers
        .filter((customer) => customer.region === region && customer.tier === 'wholesale')
        .map(({ id }) => id),
    )
    const placed = orders.filter(
      ({ customerId, placedOn }) => ids.has(customerId) && placedOn >= '2026-07-01',
    )
    const late = placed.filter(({ id }) => {
      const { promised = '', delivered = null } = parcels.get(id) ?? {}

      return delivered !== null && delivered > promised
    })
    const total = Math.round(late.reduce((sum, order) => sum + order.total, 0))
    found.set(region, `${placed.length} ${late.length} ${total.toLocaleString('en-US')}`)
  }

  return found
}

test('the data set is what its generator makes', () => {
  for (const [name, records] of Object.entries(makeData())) {
    deepStrictEqual(JSON.parse(readFileSync(join(folder, `data/${name}.json`), 'utf8')), records)
  }
})

test('the demo prints logs, the table its data gives, usage and two failures', () => {
  const output = run('demo')
  match(output, /^ {2}log {3}30 wholesale customers$/m)
  const rows = [...output.matchAll(/^ {2}(\w+) +(\d+) +(\d+) +\d+ +[\d.]+ +([\d,]+)$/gm)]
  deepStrictEqual(
    new Map(rows.map(([, region = '', ...rest]) => [region, rest.slice(0, 3).join(' ')])),
    lateByRegion(makeData()),
  )
  const [, calls = 0, wallMs = 0, guestMs = 0] =
    /made (\d+) tool calls in (\d+) ms, computed for (\d+) ms/.exec(output) ?? []
  strictEqual(Number(calls), 134)
  ok(Number(guestMs) <= Number(wallMs))
  match(output, /Tool "listOrder" not found\. Did you mean "listOrders"\?/)
  match(output, /Execution timed out at its 250 ms bound\. Do less work per run/)
})

test('the quick start answers from its provider', () => {
  strictEqual(run('quickstart'), '{ espresso: 12, filter: 3, total: 15 }\n')
})

test('the module example imports source, JSON and text, and is told what it may import', () => {
  const output = run('modules')
  match(output, /^espresso 18\.90 EUR\nfilter 16\.50 EUR\nPrices for one kilo\.$/m)
  match(output, /Module "yaml" is not in the module map\. .*: money, prices, footer\./)
})

test('the outbound example answers a fetch, refuses another and runs without a network', () => {
  const output = run('outbound')
  match(output, /price: 18\.4/)
  match(output, /TypeError: elsewhere\.example is not open to programs/)
  match(output, /Outbound fetch is disabled for this execution/)
})

test('the handle example serves two requests from one isolate and is closed', () => {
  strictEqual(
    run('handles'),
    `granted: [ 'fetch' ]
200 {"greeting":"Hello Ada","served":1}
200 {"greeting":"Hello Grace","served":2}
HANDLES_CLOSED false
`,
  )
})

test('the failure example retries a full queue and shows a failure and a final fault', () => {
  const output = run('failures')
  match(output, /^QUEUE_OVERFLOW, attempt 1$/m)
  match(output, /^done\norders is not defined$/m)
  match(output, /^INTERNAL, retryable false: The pool is shutting down\.$/m)
})

test('the AI SDK example shows a failed program, a result, and what the model was told', () => {
  const [failure, result, closing = ''] = run('codemode-ai-sdk').split('\n')
  strictEqual(
    failure,
    'Error: Code execution failed: Tool "inStock" not found. Did you mean "in_stock"?',
  )
  strictEqual(result, '{ result: 15 }')
  match(closing, /^I was told: .*"value":\{"result":15\}/)
})

test('the MCP example runs one program over the tools of a server of its own', () => {
  strictEqual(
    run('codemode-mcp'),
    `for the prompt: [ 'library.list_books', 'library.lend' ]
{ Coffee: 'lent', Tea: 'No copy of b2 is left.' }
`,
  )
})

test('the Worker example runs a typed answer on a server, and explains another', () => {
  const output = run('codemode-worker/run')
  match(output, /^\{ result: 37\.8, logs: \[\] \}$/m)
  match(output, /Tool "priceOf" not found\. Did you mean "price_of"\?/)
})

test('each example has a row in its README and at most 60 lines', () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    ok(readme.includes(`| \`${file}\``), `${file} has no row in examples/README.md`)
    ok(readFileSync(join(folder, file), 'utf8').split('\n').length <= 61, `${file} is too long`)
  }
})
