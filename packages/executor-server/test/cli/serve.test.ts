import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ExecuteResultMessage, ExecutorApi } from '@supolka/codemode-executor-protocol'
import { newWebSocketRpcSession } from 'capnweb'
import { runCommand, startCommand, type Command } from './command.ts'

const READY = /^codemode-executor serving (ws:\/\/127\.0\.0\.1:\d+\/)$/

/** Starts a server at a free port, and answers its URL. */
async function startServer(
  args: Array<string>,
  environment: NodeJS.ProcessEnv = {},
): Promise<Command & { url: string }> {
  const command = startCommand(['serve', '--port', '0', ...args], { environment })
  const [, url = ''] = READY.exec(await command.firstLine) ?? []
  ok(url !== '', 'The line of a server that is ready has no URL.')

  return { ...command, url }
}

const overHttp = (url: string, path: string): string =>
  new URL(path, url.replace(/^ws/, 'http')).href

type StartedRun = {
  outcome: Promise<ExecuteResultMessage>
  /** Answers the tool call that the run waits for. */
  answer(): void
}

/** A run that has started and ends with the answer to its tool call. */
async function startRun(url: string): Promise<StartedRun> {
  const api = newWebSocketRpcSession<ExecutorApi>(url)
  strictEqual(await api.protocolVersion(), 1)
  const called = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<string>()
  const outcome = api.execute(
    'async () => store.wait()',
    [{ name: 'store', tools: ['wait'] }],
    {},
    () => {
      called.resolve()

      return answered.promise
    },
    'disabled',
  )
  const plain = Promise.resolve(outcome) as Promise<ExecuteResultMessage>
  plain.catch(() => undefined)
  await called.promise

  return { outcome: plain, answer: () => answered.resolve('{"result":"answered"}') }
}

/** Resolves when the log of a server has this text. */
function logged({ child }: Command, text: string): Promise<void> {
  return new Promise((resolve) => {
    child.stderr?.on('data', (part: string) => {
      if (part.includes(`"${text}"`)) resolve()
    })
  })
}

test('a server says one line when it is ready, and nothing else on standard output', async () => {
  const { child, ended, url } = await startServer([])
  child.kill('SIGTERM')
  const { code, signal, stdout } = await ended
  strictEqual(code, 0)
  strictEqual(signal, null)
  strictEqual(stdout, `codemode-executor serving ${url}\n`)
})

test('its log is JSON lines on standard error, as much of it as was asked for', async () => {
  const told = await startServer([])
  told.child.kill('SIGTERM')
  const { stderr } = await told.ended
  const texts = stderr
    .trimEnd()
    .split('\n')
    .map((line): string => JSON.parse(line).msg)
  deepStrictEqual(
    ['draining', 'drained', 'closed'].map((text) => texts.filter((one) => one === text).length),
    [1, 1, 1],
  )
  const silent = await startServer(['--log-level=silent'])
  silent.child.kill('SIGTERM')
  strictEqual((await silent.ended).stderr, '')
})

test('health, metrics and the token are those of the flags and variables', async () => {
  const token = 'abcdefgh01234567'
  const server = await startServer(['--no-metrics'], { CODEMODE_EXECUTOR_TOKEN: token })
  strictEqual((await fetch(overHttp(server.url, '/healthz'))).status, 200)
  strictEqual((await fetch(overHttp(server.url, '/readyz'))).status, 200)
  const headers = { authorization: `Bearer ${token}` }
  strictEqual((await fetch(overHttp(server.url, '/metrics'), { headers })).status, 404)
  server.child.kill('SIGINT')
  strictEqual((await server.ended).code, 0)
})

test('a run that does not end in time is cut, and the server ends with 0', async () => {
  const server = await startServer(['--drain-timeout', '300'])
  const { outcome } = await startRun(server.url)
  server.child.kill('SIGTERM')
  strictEqual((await server.ended).code, 0)
  await outcome.then(
    () => ok(false, 'A run that was cut has an outcome.'),
    () => undefined,
  )
})

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`a second ${signal} ends a draining server at once`, async () => {
    const server = await startServer(['--drain-timeout=600_000'])
    await startRun(server.url)
    const draining = logged(server, 'draining')
    server.child.kill('SIGTERM')
    await draining
    server.child.kill(signal)
    const { code: given } = await server.ended
    strictEqual(given, code)
  })
}

test('a signal to all processes of a server, as a terminal sends it, cuts nothing that has started', async () => {
  const server = await startServer([])
  const { outcome, answer } = await startRun(server.url)
  const draining = logged(server, 'draining')
  process.kill(-Number(server.child.pid), 'SIGINT')
  await draining
  strictEqual((await fetch(overHttp(server.url, '/readyz'))).status, 503)
  answer()
  strictEqual((await outcome).resultJson, '"answered"')
  strictEqual((await server.ended).code, 0)
})

test('a misspelt variable is a warning in the log, without its value', async () => {
  const server = await startServer([], { CODEMODE_EXECUTOR_TOKN: 'abcdefgh01234567' })
  server.child.kill('SIGTERM')
  const { stderr } = await server.ended
  match(stderr, /"variable":"CODEMODE_EXECUTOR_TOKN","msg":"no flag has this variable"/)
  ok(!stderr.includes('abcdefgh01234567'))
})

test('options that the executor refuses are wrong calls, said of their flags', async () => {
  const calls: Array<[Array<string>, RegExp]> = [
    [
      ['--workers=0'],
      /^codemode-executor: The flag --workers must be a whole number of at least 1, and 0 came\.$/,
    ],
    [['--timeout=0'], /The flag --timeout must be a number above 0 or "none", and 0 came\.$/],
    [
      ['--allowed-hosts=http://a.example'],
      /^codemode-executor: The flag --allowed-hosts takes host names/,
    ],
    [
      ['--host=0.0.0.0'],
      /^codemode-executor: The flag --host is "0\.0\.0\.0", .* Give the flag --token, listen at a loopback address, or set the flag --allow-unauthenticated to true\.$/,
    ],
    [
      ['--tls-cert', import.meta.filename],
      /The flag --tls-key must be given with the flag --tls-cert/,
    ],
  ]
  const ends = await Promise.all(calls.map(([call]) => runCommand(['serve', '--port=0', ...call])))
  for (const [index, { code, stdout, stderr }] of ends.entries()) {
    strictEqual(code, 2)
    strictEqual(stdout, '')
    match(stderr.trimEnd(), calls[index]?.[1] ?? /^$/)
  }
})

test('an address that cannot be had ends the command with 1 and one line', async (t) => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  t.after(() => taken.close())
  const address = taken.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { code, stderr } = await runCommand(['serve', '--log-level=silent', `--port=${port}`])
  strictEqual(code, 1)
  match(stderr, /^codemode-executor: .*EADDRINUSE.*\n$/)
})

test('a token of a file lets in whoever brings it, and nobody else', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'serve-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'token')
  writeFileSync(file, 'abcdefgh01234567\n')
  const server = await startServer(['--token-file', file])
  const headers = { authorization: 'Bearer abcdefgh01234567' }
  const metrics = overHttp(server.url, '/metrics')
  strictEqual((await fetch(metrics)).status, 401)
  const answer = await fetch(metrics, { headers })
  strictEqual(answer.status, 200)
  match(await answer.text(), /^codemode_runs_total\{outcome="returned"\} 0$/m)
  server.child.kill('SIGTERM')
  strictEqual((await server.ended).code, 0)
})
