// The flags of the executor behind the server: how programs run, and what they may reach.

import type { OutboundPolicy } from '@supolka/codemode-executor'
import type { ExecutorPart } from '../options.ts'
import type { Flag } from './flag.ts'

/** `outbound` is a function and has no flag; `outboundPolicy` has one for each of its fields. */
export type ExecutorFlagName =
  | Exclude<keyof ExecutorPart, 'outbound' | 'outboundPolicy'>
  | keyof OutboundPolicy

/** In the order of help and reference. */
export const EXECUTOR_FLAGS: { [Name in ExecutorFlagName]: Flag } = {
  timeout: {
    kind: 'number-or-none',
    unit: 'ms',
    fallback: '60_000',
    meaning:
      'Bound of a run whose request sets none, of its clock; `none` lifts it to the largest.',
  },
  maxTimeout: {
    kind: 'number',
    unit: 'ms',
    fallback: '2_147_483_647',
    meaning: 'The largest timeout that a request may ask for.',
  },
  maxOccupancy: {
    kind: 'number',
    unit: 'ms',
    fallback: '3_600_000',
    meaning: 'Wall time after which a run or an invocation ends, whatever its clock says.',
  },
  countHostWaits: {
    kind: 'switch',
    unit: '',
    fallback: 'false',
    meaning: 'Counts tool calls and outbound waits too where a request says nothing of it.',
  },
  memoryLimit: {
    kind: 'number',
    unit: 'MB',
    fallback: '128',
    meaning: 'Memory limit of each isolate, at least 8. No request can ask for another.',
  },
  workers: {
    kind: 'number',
    unit: 'processes',
    fallback: 'the parallelism at hand',
    meaning: 'Child processes, and so executions at the same time.',
  },
  queueLimit: {
    kind: 'number',
    unit: 'executions',
    fallback: '1_000',
    meaning: 'Executions that may wait for a worker; 0 lets none wait.',
  },
  handlesIdleTimeout: {
    kind: 'number',
    unit: 'ms',
    fallback: '300_000',
    meaning: 'How long retained handles live without an invocation.',
  },
  runsPerWorker: {
    kind: 'number',
    unit: 'runs',
    fallback: '500',
    meaning: 'Runs after which a child is replaced.',
  },
  start: {
    kind: 'choice',
    unit: '',
    choices: ['lazy', 'eager'],
    fallback: 'lazy',
    meaning: 'When children start: with the first execution, or at once.',
  },
  modules: {
    kind: 'json-file',
    unit: 'file',
    fallback: 'none',
    meaning: 'JSON file with the module map of requests that bring none.',
  },
  webAssembly: {
    kind: 'switch',
    unit: '',
    fallback: 'false',
    meaning: 'Leaves WebAssembly in; only the watch of resident memory bounds what it allocates.',
  },
  execPath: {
    kind: 'text',
    unit: 'file',
    fallback: "the server's own",
    meaning: 'The Node binary for children.',
  },
  execArgv: {
    kind: 'list',
    unit: 'flags',
    fallback: 'none',
    meaning: 'Flags for children, beside the ones they need.',
  },
  replica: {
    kind: 'text',
    unit: 'name',
    fallback: 'none',
    meaning: 'The name of this server among others, which its execution ids begin with.',
  },
  allowPrivateAddresses: {
    kind: 'switch',
    unit: '',
    fallback: 'false',
    meaning: 'Lets native fetch reach addresses that are not public.',
  },
  allowedHosts: {
    kind: 'list',
    unit: 'hosts',
    fallback: 'all',
    meaning: 'The only hosts that native fetch reaches; `*.example.com` is what lies below.',
  },
  deniedHosts: {
    kind: 'list',
    unit: 'hosts',
    fallback: 'none',
    meaning: 'Hosts that native fetch never reaches, allowed or not.',
  },
  maxRedirects: {
    kind: 'number',
    unit: 'redirects',
    fallback: '20',
    meaning: 'Redirects that one native fetch follows.',
  },
}
