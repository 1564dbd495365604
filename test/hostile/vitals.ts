// Measures the host while one case runs: its memory, its event loop and the memory of its children.

import type { HostileCase } from './hostile-case.ts'
import { treeMegabytes } from './process-tree.ts'

const BEAT_MS = 25
const TREE_BEAT_MS = 60

/** What an idle pool of four workers may hold, in MB. */
const IDLE_POOL_MB = 600

/** The longest stall of the host's event loop, in ms. */
const MAX_LAG_MS = 4000

type Bounds = Pick<HostileCase, 'maxHostMb' | 'maxTreeMb'>

type Vitals = {
  /** Ends the measurement and names each bound that was passed. */
  stop(): Array<string>
}

/** Starts measuring; the tree is read only where the case bounds it. */
export function takeVitals({ maxHostMb = Infinity, maxTreeMb }: Bounds): Vitals {
  const before = hostMegabytes()
  let host = before
  let tree = 0
  let lag = 0
  let last = performance.now()
  const measureLag = (): void => {
    lag = Math.max(lag, performance.now() - last - BEAT_MS)
    last = performance.now()
  }
  const beat = setInterval(() => {
    measureLag()
    host = Math.max(host, hostMegabytes())
  }, BEAT_MS)
  const treeBeat =
    maxTreeMb === undefined
      ? undefined
      : setInterval(() => {
          tree = Math.max(tree, treeMegabytes())
        }, TREE_BEAT_MS)

  return {
    stop: () => {
      measureLag()
      clearInterval(beat)
      clearInterval(treeBeat)
      const complaints: Array<string> = []
      if (host - before > maxHostMb)
        complaints.push(`the host grew by ${Math.round(host - before)} MB, more than ${maxHostMb}`)
      if (maxTreeMb !== undefined && tree > maxTreeMb + IDLE_POOL_MB)
        complaints.push(
          `the process tree reached ${Math.round(tree)} MB, more than ${maxTreeMb} + ${IDLE_POOL_MB} for an idle pool`,
        )
      if (lag > MAX_LAG_MS)
        complaints.push(`the host's event loop stood still for ${Math.round(lag)} ms`)

      return complaints
    },
  }
}

function hostMegabytes(): number {
  return process.memoryUsage.rss() / 1e6
}
