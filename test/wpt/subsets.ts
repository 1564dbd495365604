// Which parts of the suite run, and how much of each must pass.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kind } from './expectations.ts'

export type Subset = {
  name: string
  /** Folders whose `.any.js` files run, and files named with a leading slash as everything is. */
  paths: Array<string>
  /** The least share that passes of what the tolerated kinds of failure leave. */
  minShare: number
  tolerated: Array<Kind>
  /** The least number of passes, so that tests which vanish are noticed. */
  minPassed: number
}

/** Failures that say nothing about the surface: what the isolate is not meant to have, and old tests. */
const OUTSIDE: Array<Kind> = ['absent', 'outdated']

export const SUBSETS: ReadonlyArray<Subset> = [
  {
    name: 'url',
    paths: ['/url', '/url/toascii.window.js', '/url/IdnaTestV2.window.js'],
    minShare: 1,
    tolerated: [...OUTSIDE, 'library'],
    minPassed: 3783,
  },
  {
    name: 'encoding',
    paths: ['/encoding'],
    minShare: 0.998,
    tolerated: ['absent'],
    minPassed: 11_681,
  },
  { name: 'streams', paths: ['/streams'], minShare: 0.99, tolerated: [], minPassed: 1334 },
  {
    name: 'dom-abort',
    paths: ['/dom/abort'],
    minShare: 1,
    tolerated: ['absent'],
    minPassed: 35,
  },
  {
    name: 'dom-events',
    paths: ['/dom/events'],
    minShare: 1,
    tolerated: ['absent'],
    minPassed: 41,
  },
  {
    name: 'file-api',
    paths: ['/FileAPI/blob', '/FileAPI/file', '/FileAPI/idlharness.any.js'],
    minShare: 1,
    tolerated: ['absent'],
    minPassed: 371,
  },
  { name: 'html', paths: ['/html/webappapis'], minShare: 1, tolerated: [], minPassed: 501 },
  { name: 'webidl', paths: ['/webidl'], minShare: 1, tolerated: [], minPassed: 115 },
  { name: 'console', paths: ['/console'], minShare: 1, tolerated: [], minPassed: 51 },
  { name: 'hr-time', paths: ['/hr-time'], minShare: 1, tolerated: OUTSIDE, minPassed: 34 },
  {
    name: 'web-crypto',
    paths: ['/WebCryptoAPI'],
    minShare: 0.95,
    tolerated: OUTSIDE,
    minPassed: 27_184,
  },
  {
    name: 'wasm-jsapi',
    paths: ['/wasm/jsapi'],
    minShare: 1,
    tolerated: [...OUTSIDE, 'library'],
    minPassed: 908,
  },
  { name: 'wasm-webapi', paths: ['/wasm/webapi'], minShare: 1, tolerated: OUTSIDE, minPassed: 243 },
]

/** The subset's test files, each once, as paths from the root of the suite. */
export async function filesOf(root: string, { paths }: Subset): Promise<Array<string>> {
  const lists = await Promise.all(paths.map((path) => testsAt(root, path)))
  return [...new Set(lists.flat())].toSorted()
}

async function testsAt(root: string, path: string): Promise<Array<string>> {
  if (path.endsWith('.js')) return [path]
  const names = await readdir(join(root, path), { recursive: true })
  return names.filter((name) => name.endsWith('.any.js')).map((name) => `${path}/${name}`)
}
