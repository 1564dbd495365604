// What the manifests allow the pods, held against what the executor needs and promises.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { containerOf, deploymentOf, deployments, valueOf } from './fleet-manifests.ts'

/** A child without a program, measured on Linux x64, in megabytes: what it has alone, and all it has. */
const IDLE_CHILD_MB = { alone: 35, resident: 70 }

/** Megabytes of a quantity in Mi or Gi. */
function megabytesOf(quantity: string): number {
  const [, digits, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? []
  assert.ok(digits !== undefined, `${quantity} is in Mi or Gi`)

  return Number(digits) * (unit === 'Gi' ? 1_024 : 1)
}

function graceMsOf(name: string): number {
  return deploymentOf(name).spec.template.spec.terminationGracePeriodSeconds * 1_000
}

test('pods keep to the level "restricted" that their namespace enforces', () => {
  for (const { file, spec } of deployments) {
    const { automountServiceAccountToken, securityContext, containers } = spec.template.spec
    const { runAsNonRoot, runAsUser, seccompProfile } = securityContext
    assert.deepEqual([runAsNonRoot, seccompProfile], [true, { type: 'RuntimeDefault' }], file)
    assert.ok(Number(runAsUser) > 0, file)
    assert.equal(automountServiceAccountToken, false, file)
    for (const container of containers) {
      assert.deepEqual(container.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
  }
})

test('nobody is killed before the bound of its own drain', () => {
  const drainTimeout = Number(valueOf('executor', 'CODEMODE_EXECUTOR_DRAIN_TIMEOUT'))
  assert.ok(graceMsOf('executor') >= drainTimeout + 15_000)
  const hardStop = /^(\d+)m$/.exec(valueOf('balancer', 'CODEMODE_HARD_STOP_AFTER') ?? '')?.[1]
  assert.ok(graceMsOf('balancer') >= Number(hardStop) * 60_000 + 15_000)
})

test('memory is enough for what the executor itself bounds', () => {
  const workers = Number(valueOf('executor', 'CODEMODE_EXECUTOR_WORKERS'))
  const memoryLimit = Number(valueOf('executor', 'CODEMODE_EXECUTOR_MEMORY_LIMIT'))
  const { requests, limits } = containerOf(deploymentOf('executor')).resources
  assert.ok(megabytesOf(requests.memory) >= workers * (IDLE_CHILD_MB.alone + memoryLimit) + 256)
  // As `allowedResident` in packages/executor/src/pool/resident-memory.ts has it.
  const most = IDLE_CHILD_MB.resident + 3 * memoryLimit + 96
  assert.ok(megabytesOf(limits.memory) >= workers * most + 1_024)
})

test('every variable of the balancer is one that its configuration reads', () => {
  const path = join(import.meta.dirname, '../../deploy/haproxy/haproxy.cfg')
  const configuration = readFileSync(path, 'utf8')
  const names = containerOf(deploymentOf('balancer')).env.map(({ name }) => name)
  for (const name of names.filter((each) => each !== 'NAMESPACE')) {
    assert.ok(configuration.includes(`"\${${name}`), name)
  }
})
