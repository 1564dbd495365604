// What the balancer lets through to the replicas, and what it says to everything else.

import assert from 'node:assert/strict'
import { get } from 'node:http'
import { after, before, test } from 'node:test'
import { text } from 'node:stream/consumers'
import { connect, type RemoteExecutor } from '@supolka/cloudflare-codemode-executor'
import type { ExecutorError } from '@supolka/codemode-executor'
import { within } from '../lifecycle/settlement.ts'
import { startDnsResponder } from './dns-responder.ts'
import { freePort } from './free-port.ts'
import { metricOf } from './metric-of.ts'
import { replicaOfClient } from './replica-of-client.ts'
import { startFleet, type Fleet } from './start-fleet.ts'
import { checkConfiguration, skip, startHaproxy, type Haproxy } from './start-haproxy.ts'
import { startReplica, TOKEN } from './start-replica.ts'

const ADDRESS = '127.0.0.1'
const UPGRADE = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16).toString('base64'),
}

let fleet: Fleet
before(async () => {
  if (skip === false) fleet = await startFleet([ADDRESS], { CODEMODE_EXECUTOR_WORKERS: '1' })
})
after(() => fleet?.[Symbol.asyncDispose]())

type Answer = { status: number | undefined; said: string }

/** Status and text of the answer to one request; 101 where it became a WebSocket, which is dropped. */
async function answerTo(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const { hostname, port } = new URL(fleet.haproxy.url)
  const request = get({ hostname, port, path, headers, agent: false })
  request.on('error', reject)
  request.on('upgrade', ({ statusCode: status }, socket) => {
    socket.destroy()
    resolve({ status, said: '' })
  })
  request.on('response', (response) => {
    text(response).then((said) => resolve({ status: response.statusCode, said }), reject)
  })

  return await promise
}

test(
  'HAProxy finds nothing wrong with its file, with every variable at its default',
  { skip },
  async () => {
    assert.equal(await checkConfiguration({ CODEMODE_FLEET_NAME: 'executor-replicas.test' }), '')
  },
)

test('only WebSocket connections pass, and they bring the token themselves', { skip }, async () => {
  const authorization = `Bearer ${TOKEN}`
  assert.equal((await answerTo('/', { ...UPGRADE, authorization })).status, 101)
  assert.equal((await answerTo('/', UPGRADE)).status, 401)
  assert.deepEqual(await answerTo('/', { authorization }), {
    status: 426,
    said: 'Only WebSocket connections are served here.\n',
  })
  assert.equal((await answerTo('/elsewhere', { ...UPGRADE, authorization })).status, 404)
})

test('metrics do not pass, however they are asked for', { skip }, async () => {
  const authorization = `Bearer ${TOKEN}`
  const paths = ['/metrics', '/%6detrics', '//metrics', '/metrics?replica=127.0.0.1', '/METRICS']
  const ways: Array<Record<string, string>> = [{}, { upgrade: 'websocket' }, UPGRADE]
  const answers = await Promise.all(
    paths.flatMap((path) => ways.map((way) => answerTo(path, { ...way, authorization }))),
  )
  for (const { status, said } of answers) {
    assert.ok(status === 404 || status === 426, String(status))
    assert.doesNotMatch(said, /codemode_/)
  }
})

test('the balancer answers for itself, and for the fleet as a whole', { skip }, async () => {
  assert.equal((await answerTo('/healthz')).status, 200)
  assert.equal((await answerTo('/readyz')).status, 200)
})

test('a client is led to a named address only when a replica is there', { skip }, async () => {
  const headers = { ...UPGRADE, authorization: `Bearer ${TOKEN}` }
  assert.equal((await answerTo(`/?replica=${ADDRESS}`, headers)).status, 101)
  // Some of these would reach this very machine, which runs more than replicas.
  const names = ['', '127.0.0.2', '0.0.0.0', 'localhost', '%3A%3A1', '127.1', '127.0.0.01']
  const answers = await Promise.all(names.map((name) => answerTo(`/?replica=${name}`, headers)))
  for (const answer of answers) {
    assert.deepEqual(answer, { status: 503, said: 'That replica is not in the fleet.\n' })
  }
})

test(
  'a replica that refuses a connection costs the client nothing: another one is tried',
  { skip },
  async () => {
    await using stack = new AsyncDisposableStack()
    const dns = stack.use(await startDnsResponder('executor-replicas.test'))
    const port = await freePort()
    const haproxy = stack.use(await startHaproxy(dns, port))
    const full = '127.0.0.2'
    stack.use(await startReplica(ADDRESS, port))
    const settings = { CODEMODE_EXECUTOR_MAX_CONNECTIONS: '1' }
    const replica = stack.use(await startReplica(full, port, settings))
    dns.addresses.add(ADDRESS).add(full)
    await haproxy.untilReady([ADDRESS, full])
    // The balancer does not know of this one, so to it the full replica has the fewest.
    stack.use(await connect(`ws://${full}:${port}/`, { token: TOKEN }))
    const open = (): Promise<RemoteExecutor> => connect(haproxy.url, { token: TOKEN })
    const clients = await Promise.all(Array.from({ length: 6 }, open))
    for (const client of clients) stack.use(client)
    const homes = await Promise.all(clients.map(replicaOfClient))
    assert.deepEqual([...new Set(homes)], [ADDRESS])
    const refusals = 'codemode_connection_refusals_total{reason="connections"}'
    assert.ok((await metricOf(replica, refusals)) > 0)
  },
)

/** A balancer of its own, in front of a replica of its own. */
async function startPair(
  stack: AsyncDisposableStack,
  settings: Record<string, string> = {},
): Promise<Haproxy> {
  const dns = stack.use(await startDnsResponder('executor-replicas.test'))
  const port = await freePort()
  const haproxy = stack.use(await startHaproxy(dns, port, settings))
  stack.use(await startReplica(ADDRESS, port))
  dns.addresses.add(ADDRESS)
  await haproxy.untilReady([ADDRESS])

  return haproxy
}

async function isRefused({ url }: Haproxy): Promise<boolean> {
  try {
    const client = await connect(url, { token: TOKEN })
    await client.dispose()

    return false
  } catch (failure) {
    assert.equal((failure as ExecutorError).code, 'CONNECTION_REJECTED')

    return true
  }
}

test(
  'a balancer that is to stop takes no new connections and lets the open ones go on',
  { skip },
  async () => {
    await using stack = new AsyncDisposableStack()
    const haproxy = await startPair(stack)
    const client = stack.use(await connect(haproxy.url, { token: TOKEN }))
    let hasStopped = false
    const stopped = haproxy.end('SIGUSR1').finally(() => {
      hasStopped = true
    })
    // It hears of the signal in its own time.
    // oxlint-disable-next-line no-await-in-loop -- one newcomer after the other
    while (!(await isRefused(haproxy)));
    assert.equal((await within(client.execute({ code: 'async () => 1' }))).result, 1)
    assert.equal(hasStopped, false)
    await client.dispose()
    assert.deepEqual(await within(stopped), { code: 0, signal: null })
  },
)

test('one source gets no more connections than it may have', { skip }, async () => {
  await using stack = new AsyncDisposableStack()
  const haproxy = await startPair(stack, { CODEMODE_MAX_CONNECTIONS_PER_SOURCE: '2' })
  const first = stack.use(await connect(haproxy.url, { token: TOKEN }))
  stack.use(await connect(haproxy.url, { token: TOKEN }))
  assert.equal(await isRefused(haproxy), true)
  await first.dispose()
  // The balancer hears of an end in its own time, too.
  // oxlint-disable-next-line no-await-in-loop
  while (await isRefused(haproxy));
})
