// The programs of the demo, as a model would write them: one arrow function each.

/** Which regions get their coffee late, and what that puts at stake. */
export const lateDeliveries = `async () => {
  const quarter = { from: '2026-07-01', to: '2026-09-30' }
  const customers = await crm.listCustomers({ tier: 'wholesale' })
  console.log(customers.length + ' wholesale customers')

  // Every customer's orders at once, then every order's parcel at once.
  const orders = (await Promise.all(
    customers.map(async ({ id, region }) => {
      const placed = await sales.listOrders({ customerId: id, ...quarter })
      return placed.map((order) => ({ ...order, region }))
    }),
  )).flat()
  console.log(orders.length + ' orders since ' + quarter.from)

  const parcels = await Promise.all(orders.map(({ id }) => shipping.track({ orderId: id })))
  const daysLate = ({ promised, delivered }) =>
    delivered === null ? 0 : (Date.parse(delivered) - Date.parse(promised)) / 86400000
  const open = parcels.filter(({ delivered }) => delivered === null)
  if (open.length > 0) console.warn(open.length + ' parcels are still on their way')

  const joined = orders.map((order, index) => ({ ...order, late: daysLate(parcels[index]) }))
  const rows = Object.entries(Object.groupBy(joined, ({ region }) => region)).map(
    ([region, placed]) => {
      const late = placed.filter((order) => order.late > 0)
      const sum = (list, member) => list.reduce((total, item) => total + item[member], 0)
      return {
        region,
        orders: placed.length,
        late: late.length,
        'late %': Math.round((100 * late.length) / placed.length),
        'days late': late.length === 0 ? 0 : Number((sum(late, 'late') / late.length).toFixed(1)),
        'late EUR': Math.round(sum(late, 'total')),
      }
    },
  )
  return rows.sort((a, b) => b['late EUR'] - a['late EUR'])
}`

/** Calls a tool by a name that is nearly right. */
export const misspeltTool = `async () => {
  const [customer] = await crm.listCustomers({ tier: 'wholesale' })
  return sales.listOrder({ customerId: customer.id, from: '2026-07-01', to: '2026-09-30' })
}`

/** Never comes to an end. */
export const endless = `async () => {
  let size = 0
  while (true) size += 1
}`
