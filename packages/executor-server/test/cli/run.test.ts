import { deepStrictEqual, match, strictEqual } from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from './command.ts'

test('a program of a file prints its result as JSON and its log on standard error', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'run-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'program.js')
  writeFileSync(file, `async () => { console.log('hello'); return { sum: 1 + 2 } }\n`)
  deepStrictEqual(await runCommand(['run', file]), {
    code: 0,
    signal: null,
    stdout: '{"sum":3}\n',
    stderr: 'hello\n',
  })
})

test('a program comes from standard input where a dash stands for the file', async () => {
  const { code, stdout } = await runCommand(['run', '-'], { input: 'async () => "out"' })
  strictEqual(code, 0)
  strictEqual(stdout, '"out"\n')
})

test('a program that gives nothing prints nothing', async () => {
  const { code, stdout } = await runCommand(['run', '-'], { input: 'async () => {}' })
  strictEqual(code, 0)
  strictEqual(stdout, '')
})

test('a program that fails ends with 1 and its text', async () => {
  const input = 'async () => { throw new Error("no such thing") }'
  const { code, stdout, stderr } = await runCommand(['run', '-'], { input })
  strictEqual(code, 1)
  strictEqual(stdout, '')
  match(stderr, /no such thing/)
})

test('the bounds are flags, and variables too', async () => {
  const input = 'async () => { for (;;) {} }'
  const byFlag = await runCommand(['run', '-', '--timeout', '30'], { input })
  strictEqual(byFlag.code, 1)
  match(byFlag.stderr, /^Execution timed out at its 30 ms bound\./)
  const environment = { CODEMODE_EXECUTOR_TIMEOUT: '40' }
  const byVariable = await runCommand(['run', '-'], { input, environment })
  match(byVariable.stderr, /^Execution timed out at its 40 ms bound\./)
})

test('a wrong bound and a file that is not there are wrong calls', async () => {
  const wrong = await runCommand(['run', '-', '--memory-limit=2'])
  strictEqual(wrong.code, 2)
  match(wrong.stderr, /The flag --memory-limit must be a whole number of at least 8, and 2 came\./)
  const absent = await runCommand(['run', '/no/such/file'])
  strictEqual(absent.code, 2)
  match(absent.stderr, /"\/no\/such\/file" \(ENOENT\) came\./)
})

test('a fault of the executor ends with 70 and its code', async () => {
  // Node's permission model keeps the command from starting children.
  const environment = { NODE_OPTIONS: '--permission --allow-fs-read=*' }
  const { code, stdout, stderr } = await runCommand(['run', '-'], {
    input: 'async () => 1',
    environment,
  })
  strictEqual(code, 70)
  strictEqual(stdout, '')
  match(stderr, /^WORKER_CRASHED: /m)
})
