// The metrics that are read off the executor's report when somebody asks.

import type { ExecutorReport } from '@supolka/codemode-executor'
import { Gauge, type Registry } from 'prom-client'
import { packageVersion } from './package-version.ts'

/** Registers the gauges of queue, workers and versions. */
export function reportGauges(registry: Registry, report: () => ExecutorReport): void {
  const registers: Array<Registry> = []
  const gauges = [
    new Gauge({
      name: 'codemode_queue_depth',
      help: 'Executions that wait for a worker.',
      registers,
      collect() {
        this.set(report().queueDepth)
      },
    }),
    new Gauge({
      name: 'codemode_queue_limit',
      help: 'Executions that may wait for a worker.',
      registers,
      collect() {
        this.set(report().limits.queueLimit)
      },
    }),
    new Gauge({
      name: 'codemode_workers',
      help: 'Workers by what they do.',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(report().workers)) this.set({ state }, count)
      },
    }),
    new Gauge({
      name: 'codemode_info',
      help: 'Always 1; the labels say what programs run on.',
      labelNames: ['version', 'node', 'v8', 'isolated_vm', 'isolation'],
      registers,
      collect() {
        const { node, v8, isolatedVm: isolated_vm, isolation } = report()
        // A child may have said another version since: the series of the old one goes.
        this.reset()
        this.set(
          { version: packageVersion(), node, v8, isolated_vm, isolation: isolation.level },
          1,
        )
      },
    }),
  ]
  for (const gauge of gauges) registry.registerMetric(gauge)
}
