// The flags of the server itself: who may connect, and what one connection may take.

import type { ExecutorPart, ServerOptions } from '../options.ts'
import type { Flag } from './flag.ts'

/** Options that are functions have no flag. `tokenFile` and `logLevel` are the command's own. */
export type ServerFlagName =
  | Exclude<keyof ServerOptions, keyof ExecutorPart | 'authenticate' | 'logger'>
  | 'tokenFile'
  | 'logLevel'

/** In the order of help and reference. */
export const SERVER_FLAGS: { [Name in ServerFlagName]: Flag } = {
  host: {
    kind: 'text',
    unit: 'address',
    fallback: '127.0.0.1',
    meaning: 'The address to listen at.',
  },
  port: {
    kind: 'number',
    unit: 'port',
    fallback: '8790',
    meaning: 'The port to listen at; 0 takes any free one.',
  },
  path: {
    kind: 'text',
    unit: 'path',
    fallback: '/',
    meaning: 'The path that the WebSocket is served at.',
  },
  tlsCert: {
    kind: 'file',
    unit: 'file',
    fallback: 'none',
    meaning: 'PEM file with the certificate and what leads to its root; needs the key.',
  },
  tlsKey: {
    kind: 'file',
    unit: 'file',
    fallback: 'none',
    meaning: 'PEM file with the private key; needs the certificate.',
  },
  token: {
    kind: 'text',
    unit: 'text',
    fallback: 'none',
    meaning:
      'Bearer token that every connection must bring, at least 16 characters. Others on the machine can read flags: better give it by the environment or a file.',
  },
  tokenFile: {
    kind: 'file',
    unit: 'file',
    fallback: 'none',
    meaning: 'File that holds the token; white space around it does not count.',
  },
  allowUnauthenticated: {
    kind: 'switch',
    unit: '',
    fallback: 'false',
    meaning: 'Lets the server listen beyond loopback without a token.',
  },
  origins: {
    kind: 'list',
    unit: 'origins',
    fallback: 'none',
    meaning: 'Browser origins that are let in, `*` for all; a request with another one is refused.',
  },
  nativeOutbound: {
    kind: 'switch',
    unit: '',
    fallback: 'true',
    meaning:
      'False is the veto of native fetch: a request that leaves fetching to the server gets no network.',
  },
  maxConnections: {
    kind: 'number',
    unit: 'connections',
    fallback: '1_000',
    meaning: 'Connections at a time.',
  },
  maxCallsInFlight: {
    kind: 'number',
    unit: 'calls',
    fallback: '1_000',
    meaning: 'Calls of one connection that may be open at a time.',
  },
  maxConnectionBytes: {
    kind: 'number',
    unit: 'bytes',
    fallback: '268_435_456',
    meaning:
      'What one connection may hold: open requests, answers that are not released, and what is not sent yet.',
  },
  maxMessageBytes: {
    kind: 'number',
    unit: 'bytes',
    fallback: '33_554_432',
    meaning: 'The largest WebSocket message that is taken.',
  },
  responseLimit: {
    kind: 'number',
    unit: 'bytes',
    fallback: '32_505_856',
    meaning: 'The largest answer as it goes on the wire.',
  },
  keepaliveInterval: {
    kind: 'number',
    unit: 'ms',
    fallback: '15_000',
    meaning: 'How often a connection is asked for a sign of life.',
  },
  drainTimeout: {
    kind: 'number',
    unit: 'ms',
    fallback: '30_000',
    meaning: 'How long a drain waits for what has started.',
  },
  metrics: {
    kind: 'switch',
    unit: '',
    fallback: 'true',
    meaning: 'Serves /metrics.',
  },
  logLevel: {
    kind: 'choice',
    unit: '',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    fallback: 'info',
    meaning: 'The least severe lines that are logged, as JSON on standard error.',
  },
  logPrograms: {
    kind: 'switch',
    unit: '',
    fallback: 'false',
    meaning: 'Lets the log hold text of programs and what their processes wrote last.',
  },
}
