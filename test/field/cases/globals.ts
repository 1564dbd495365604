// The globals that a program may count on, and those it must not find.

import type { FieldCase } from '../field-case.ts'

export const globalsReports: Array<FieldCase> = [
  {
    id: 'A99',
    source: 'farion1231/cc-switch#1941',
    basis: 'standard',
    code: `async () => [
      new Intl.DateTimeFormat('en-GB', {
        timeZone: 'America/New_York',
        hour: '2-digit',
        minute: '2-digit',
      }).format(new Date(0)),
      (1234567.5).toLocaleString('de-DE'),
      typeof Intl.DateTimeFormat().resolvedOptions().timeZone,
    ]`,
    expect: { resultEquals: ['19:00', '1.234.567,5', 'string'] },
  },
  {
    id: 'A101',
    source: 'laverdet/isolated-vm#401',
    basis: 'judgement',
    code: `async () =>
      [
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'queueMicrotask',
        'structuredClone',
        'atob',
        'btoa',
        'TextEncoder',
        'TextDecoder',
        'URL',
        'URLSearchParams',
        'Headers',
        'Request',
        'Response',
        'fetch',
        'AbortController',
        'AbortSignal',
        'Blob',
        'ReadableStream',
        'Event',
        'EventTarget',
        'DOMException',
      ].filter((n) => typeof globalThis[n] !== 'function')`,
    expect: { resultEquals: [] },
  },
  {
    id: 'A102',
    source: 'openclaw/openclaw#84269',
    basis: 'contract',
    code: `async () => [
      typeof process,
      typeof require,
      typeof Buffer,
      typeof module,
      typeof __dirname,
    ]`,
    expect: { resultEquals: ['undefined', 'undefined', 'undefined', 'undefined', 'undefined'] },
  },
]
