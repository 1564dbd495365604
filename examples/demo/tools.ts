// The host's side of the demo: three providers whose tools answer from the data set, and the dispatch
// that serves them. All of it stays in this process; a program only ever sees what a tool returns.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  createEnvelopeDispatch,
  ToolNotFoundError,
  type ProviderDescriptor,
  type ToolDispatchFn,
} from '@supolka/codemode-executor'
import type { Customer, Order, Shipment } from '../data/make-data.ts'

type Tool = (query: Record<string, unknown>) => unknown
type Toolbox = Record<string, Record<string, Tool>>

/** What a remote system would take to answer, in milliseconds. A run does not spend its bound on it. */
const LATENCY_MS = 5

const customers = read<Customer>('customers')
const orders = read<Order>('orders')
const shipments = read<Shipment>('shipments')

const toolbox: Toolbox = {
  crm: {
    listCustomers: ({ tier }) =>
      customers.filter((customer) => tier === undefined || customer.tier === tier),
  },
  sales: {
    listOrders: (query) => {
      const [customerId, from, to] = ['customerId', 'from', 'to'].map((name) => text(query, name))

      return orders.filter(
        (order) =>
          order.customerId === customerId &&
          order.placedOn >= String(from) &&
          order.placedOn <= String(to),
      )
    },
  },
  shipping: {
    track: (query) => {
      const orderId = text(query, 'orderId')

      return shipments.find((shipment) => shipment.orderId === orderId) ?? null
    },
  },
}

/** What the host tells a program, and its model, about the tools. */
export const providers: Array<ProviderDescriptor> = Object.entries(toolbox).map(
  ([name, tools]) => ({ name, tools: Object.keys(tools) }),
)

/** Serves the tool calls of one run. */
export const dispatch: ToolDispatchFn = createEnvelopeDispatch(
  { active: true },
  async (provider, name, query) => {
    // Any name at all arrives here, those of Object.prototype too: own members are what we serve.
    const tools = Object.hasOwn(toolbox, provider) ? toolbox[provider] : undefined
    const tool = tools !== undefined && Object.hasOwn(tools, name) ? tools[name] : undefined
    if (tool === undefined) throw new ToolNotFoundError(name, Object.keys(tools ?? {}))
    await setTimeout(LATENCY_MS)

    return tool(isRecord(query) ? query : {})
  },
)

/** A text that a tool needs. What is wrong with a call is said to whoever wrote the call. */
function text(query: Record<string, unknown>, name: string): string {
  const value = query[name]
  if (typeof value === 'string') return value

  throw new TypeError(`This tool needs "${name}", a string. Pass one object with all it needs.`)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function read<Item>(name: string): Array<Item> {
  const path = join(import.meta.dirname, `../data/${name}.json`)
  const records: Array<Item> = JSON.parse(readFileSync(path, 'utf8'))

  return records
}
