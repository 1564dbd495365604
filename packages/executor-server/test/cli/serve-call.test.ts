import { deepStrictEqual, strictEqual, throws } from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Environment } from '../../src/cli/read-flags.ts'
import { readServeCall } from '../../src/cli/serve-call.ts'
import { unknownVariables } from '../../src/cli/unknown-variables.ts'
import { UsageError } from '../../src/cli/usage-error.ts'
import { inWordsOfTheCall } from '../../src/cli/words-of-the-call.ts'
import { readServerOptions } from '../../src/options.ts'

const optionsOf = (argv: Array<string>, environment: Environment = {}) =>
  readServeCall(argv, environment).options

function fileWith(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'serve-call-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'file')
  writeFileSync(file, text)

  return file
}

test('without flags and variables every option is left to its default', () => {
  deepStrictEqual(readServeCall([], {}), {
    options: {},
    logLevel: 'info',
    asksForHelp: false,
    call: { given: new Map(), positionals: [], asksForHelp: false },
  })
})

test('a value stands after its flag or after an equals sign', () => {
  deepStrictEqual(optionsOf(['--port', '80', '--queue-limit=1_000', '--timeout=1.5']), {
    port: 80,
    queueLimit: 1000,
    timeout: 1.5,
  })
})

test('a switch is turned on, off, or given its value', () => {
  deepStrictEqual(optionsOf(['--log-programs', '--no-metrics', '--native-outbound=false']), {
    logPrograms: true,
    metrics: false,
    nativeOutbound: false,
  })
})

test('a list takes commas, its flag more than once, or both', () => {
  const argv = ['--origins=https://a.example, https://b.example', '--origins', 'https://c.example']
  deepStrictEqual(optionsOf(argv), {
    origins: ['https://a.example', 'https://b.example', 'https://c.example'],
  })
})

test('a bound that may be lifted takes none', () => {
  deepStrictEqual(optionsOf(['--timeout', 'none']), { timeout: null })
})

test('the policy of native fetch is put together from its flags', () => {
  const argv = ['--allow-private-addresses', '--allowed-hosts=a.example,*.b.example']
  deepStrictEqual(optionsOf([...argv, '--denied-hosts', 'c.example', '--max-redirects=3']), {
    outboundPolicy: {
      allowPrivateAddresses: true,
      allowedHosts: ['a.example', '*.b.example'],
      deniedHosts: ['c.example'],
      maxRedirects: 3,
    },
  })
})

test('variables have the names of the flags, an empty one is absent, and flags win', () => {
  const environment = {
    CODEMODE_EXECUTOR_QUEUE_LIMIT: '5',
    CODEMODE_EXECUTOR_WEB_ASSEMBLY: 'true',
    CODEMODE_EXECUTOR_DENIED_HOSTS: 'a.example,b.example',
    CODEMODE_EXECUTOR_LOG_LEVEL: 'debug',
    CODEMODE_EXECUTOR_HOST: '',
    QUEUE_LIMIT: '7',
  }
  const { options, logLevel } = readServeCall([], environment)
  strictEqual(logLevel, 'debug')
  deepStrictEqual(options, {
    queueLimit: 5,
    webAssembly: true,
    outboundPolicy: { deniedHosts: ['a.example', 'b.example'] },
  })
  strictEqual(optionsOf(['--queue-limit=6'], environment).queueLimit, 6)
})

test('the port that Kubernetes sets for a Service of the same name is passed over', () => {
  deepStrictEqual(optionsOf([], { CODEMODE_EXECUTOR_PORT: 'tcp://10.0.0.1:8790' }), {})
  deepStrictEqual(optionsOf([], { CODEMODE_EXECUTOR_PORT: '80' }), { port: 80 })
})

test('variables that no flag has are found, those of Kubernetes are not', () => {
  const environment = {
    CODEMODE_EXECUTOR_QUEUELIMIT: '5',
    CODEMODE_EXECUTOR_QUEUE_LIMIT: '5',
    CODEMODE_EXECUTOR_SERVICE_HOST: '10.0.0.1',
    CODEMODE_EXECUTOR_PORT_8790_TCP_ADDR: '10.0.0.1',
    CODEMODE_EXECUTOR_HEADLESS_PORT: 'tcp://10.0.0.1:8790',
    OTHER: '1',
  }
  deepStrictEqual(unknownVariables(environment), ['CODEMODE_EXECUTOR_QUEUELIMIT'])
})

test('a token comes from a file without the white space around it, and only from one place', (t) => {
  const file = fileWith(t, 'abcdefgh01234567\n')
  deepStrictEqual(optionsOf(['--token-file', file]), { token: 'abcdefgh01234567' })
  const environment = { CODEMODE_EXECUTOR_TOKEN: 'abcdefgh01234567' }
  deepStrictEqual(optionsOf([], environment), { token: 'abcdefgh01234567' })
  throws(() => optionsOf(['--token-file', file], environment), {
    message: 'Only one of variable CODEMODE_EXECUTOR_TOKEN and flag --token-file can be given.',
  })
})

test('modules come from a JSON file', (t) => {
  const file = fileWith(t, '{ "greet": "export const greet = 1" }')
  deepStrictEqual(optionsOf(['--modules', file]), {
    modules: { greet: 'export const greet = 1' },
  })
  const broken = fileWith(t, 'export {}')
  throws(() => optionsOf(['--modules', broken]), {
    message: `The flag --modules must be the path of a file with JSON text, and "${broken}" came.`,
  })
})

test('a value that cannot be read is refused with its flag, what was expected and what came', () => {
  const cases: Array<[Array<string>, string]> = [
    [['--port', 'x'], 'The flag --port must be a number, and "x" came.'],
    [['--port='], 'The flag --port must be a number, and "" came.'],
    [['--port=1e3'], 'The flag --port must be a number, and "1e3" came.'],
    [['--timeout=soon'], 'The flag --timeout must be a number or "none", and "soon" came.'],
    [['--metrics=yes'], 'The flag --metrics must be "true" or "false", and "yes" came.'],
    [['--start=now'], 'The flag --start must be one of "lazy", "eager", and "now" came.'],
    [['--port'], 'The flag --port must have a value, and none came.'],
    [
      ['--host', '--port=80'],
      'The flag --host must have a value, and the flag "--port=80" came. Write --host=--port=80 if that is the value.',
    ],
    [['--no-port'], 'There is no flag --no-port. --help lists all.'],
    [['--no-metrics=false'], 'There is no flag --no-metrics. --help lists all.'],
    [['--queueLimit=1'], 'There is no flag --queueLimit. --help lists all.'],
    [['-p', '80'], 'There is no flag -p. --help lists all.'],
    [['--constructor=1'], 'There is no flag --constructor. --help lists all.'],
    [['now'], 'The command serve takes flags only, and "now" came.'],
    [
      ['--tls-key=/no/such/file'],
      'The flag --tls-key must be the path of a file that can be read, and "/no/such/file" (ENOENT) came.',
    ],
  ]
  for (const [argv, message] of cases) {
    throws(
      () => optionsOf(argv),
      (error) => error instanceof UsageError && error.message === message,
    )
  }
  throws(() => optionsOf([], { CODEMODE_EXECUTOR_PORT: 'x' }), {
    message: 'The variable CODEMODE_EXECUTOR_PORT must be a number, and "x" came.',
  })
})

test('what the checks of options say is said of the flag or the variable that was given', () => {
  const { options, call } = readServeCall(['--port=99999'], {
    CODEMODE_EXECUTOR_DRAIN_TIMEOUT: '-1',
  })
  const saidOf = (name: 'port' | 'drainTimeout'): string => {
    try {
      readServerOptions({ [name]: options[name] })
    } catch (error) {
      return inWordsOfTheCall(String(error), call)
    }

    return 'nothing'
  }
  strictEqual(
    saidOf('port'),
    'RangeError: The flag --port must be a whole number of at least 0 and at most 65535, and 99999 came.',
  )
  strictEqual(
    saidOf('drainTimeout'),
    'RangeError: The variable CODEMODE_EXECUTOR_DRAIN_TIMEOUT must be a number above 0 and at most 2147483647, and -1 came.',
  )
})
