// What a host uses while nothing runs, sampled again and again, and whether it stays flat.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { childrenOf, descriptorCount, residentMegabytes } from '../lifecycle/children.ts'

/** Memory in megabytes, the rest as counts. */
export type Vitals = {
  heap: number
  host: number
  tree: number
  descriptors: number
  resources: number
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

export function takeVitals(): Vitals {
  // Twice: what the first one finalizes is free after the second.
  collect()
  collect()
  const { heapUsed } = process.memoryUsage()

  return {
    heap: heapUsed / 1_048_576,
    host: residentMegabytes([process.pid]),
    tree: residentMegabytes(childrenOf()),
    descriptors: descriptorCount(),
    resources: process.getActiveResourcesInfo().length,
  }
}

/** How far the median of the last third of the samples lies above that of the first third. */
export function growthOf(samples: Array<Vitals>): Vitals {
  const third = Math.ceil(samples.length / 3)
  const first = medians(samples.slice(0, third))
  const last = medians(samples.slice(-third))

  return {
    heap: last.heap - first.heap,
    host: last.host - first.host,
    tree: last.tree - first.tree,
    descriptors: last.descriptors - first.descriptors,
    resources: last.resources - first.resources,
  }
}

function medians(samples: Array<Vitals>): Vitals {
  const medianOf = (name: keyof Vitals): number =>
    samples.map((sample) => sample[name]).toSorted((a, b) => a - b)[samples.length >> 1] ?? 0

  return {
    heap: medianOf('heap'),
    host: medianOf('host'),
    tree: medianOf('tree'),
    descriptors: medianOf('descriptors'),
    resources: medianOf('resources'),
  }
}
