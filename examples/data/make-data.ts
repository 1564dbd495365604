// Composes the demo's data set: the customers, orders and shipments of a coffee roaster in 2026. The
// same records every time, from a small generator with a fixed seed.

export type Customer = { id: string; name: string; region: string; tier: string }
export type Order = {
  id: string
  customerId: string
  placedOn: string
  kilos: number
  total: number
}
export type Shipment = {
  orderId: string
  carrier: string
  promised: string
  /** Missing while the parcel is on its way. */
  delivered: string | null
}

export type DataSet = {
  customers: Array<Customer>
  orders: Array<Order>
  shipments: Array<Shipment>
}

type Random = (below: number) => number

const CUSTOMERS = 48
const ORDERS = 360
const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2026, 3, 1)
const DAYS = 183
const LAST_DAY = isoDay(FIRST_DAY + DAYS * DAY_MS)

const PLACES =
  'Harbour Mill Station Garden Bridge Market Castle Orchard Lantern Quarry Chapel Canal'
const KINDS = ['Coffee House', 'Café', 'Bakery', 'Kitchen']
const REGIONS = ['North', 'South', 'East', 'West', 'Islands']
/** Carriers, and how many of a hundred parcels each delivers late. */
const CARRIERS: Array<[name: string, lateIn100: number]> = [
  ['Swift', 8],
  ['Union', 18],
  ['Coast', 35],
]

/** All records, in the order of their ids. */
export function makeData(): DataSet {
  const random = createRandom(20_260_401)
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => makeCustomer(index, random))
  const orders = Array.from({ length: ORDERS }, (_, index) => makeOrder(index, random))

  return { customers, orders, shipments: orders.map((order) => makeShipment(order, random)) }
}

function makeCustomer(index: number, random: Random): Customer {
  const places = PLACES.split(' ')
  const place = places[index % places.length] ?? ''
  const kind = KINDS[Math.floor(index / places.length)] ?? ''

  return {
    id: `C${String(index + 1).padStart(3, '0')}`,
    name: `${place} ${kind}`,
    region: REGIONS[random(REGIONS.length)] ?? '',
    tier: random(3) === 0 ? 'retail' : 'wholesale',
  }
}

function makeOrder(index: number, random: Random): Order {
  const kilos = 2 + random(60)
  const centsPerKilo = 1_450 + 25 * random(40)

  return {
    id: `O${1_001 + index}`,
    customerId: `C${String(1 + random(CUSTOMERS)).padStart(3, '0')}`,
    placedOn: isoDay(FIRST_DAY + Math.floor((index * DAYS) / ORDERS) * DAY_MS),
    kilos,
    total: (kilos * centsPerKilo) / 100,
  }
}

function makeShipment({ id, placedOn }: Order, random: Random): Shipment {
  const [carrier, lateIn100] = CARRIERS[random(CARRIERS.length)] ?? ['', 0]
  const promisedAt = Date.parse(placedOn) + (2 + random(4)) * DAY_MS
  const daysLate = random(100) < lateIn100 ? 1 + random(9) : -random(2)
  const delivered = isoDay(promisedAt + daysLate * DAY_MS)

  return {
    orderId: id,
    carrier,
    promised: isoDay(promisedAt),
    delivered: delivered > LAST_DAY ? null : delivered,
  }
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** A linear congruential generator: whole numbers below a bound, the same ones for the same seed. */
function createRandom(seed: number): Random {
  let state = seed

  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0

    return Math.floor((state / 2 ** 32) * below)
  }
}
