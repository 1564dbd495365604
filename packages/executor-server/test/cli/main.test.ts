import { deepStrictEqual, match, strictEqual } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from './command.ts'

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))

test('the version is that of the package', async () => {
  deepStrictEqual(await runCommand(['--version']), {
    code: 0,
    signal: null,
    stdout: `${manifest.version}\n`,
    stderr: '',
  })
})

test('help goes to standard output, for the command and for each subcommand', async () => {
  const calls = [['--help'], ['-h'], ['serve', '--help'], ['run', '-h']]
  for (const { code, stdout, stderr } of await Promise.all(calls.map((call) => runCommand(call)))) {
    strictEqual(code, 0)
    strictEqual(stderr, '')
    match(stdout, /^Usage: codemode-executor /)
  }
})

test('a wrong call ends with 2 and one line on standard error', async () => {
  const calls: Array<[Array<string>, RegExp]> = [
    [[], /^codemode-executor: The command must be "serve" or "run", and nothing came\./],
    [['sevre'], /^codemode-executor: The command must be .* and "sevre" came\./],
    [['serve', '--prot', '1'], /^codemode-executor: There is no flag --prot\./],
    [
      ['serve', '--queue-limit', 'many'],
      /^codemode-executor: The flag --queue-limit must be a number, and "many" came\.$/,
    ],
    [['run'], /^codemode-executor: The command run takes a file/],
  ]
  const ends = await Promise.all(calls.map(([call]) => runCommand(call)))
  for (const [index, { code, stdout, stderr }] of ends.entries()) {
    strictEqual(code, 2)
    strictEqual(stdout, '')
    strictEqual(stderr.split('\n').length, 2)
    match(stderr.trimEnd(), calls[index]?.[1] ?? /^$/)
  }
})
