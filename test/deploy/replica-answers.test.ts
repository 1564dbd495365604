// What the manifests ask of a replica, put to a server.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { serve } from '@supolka/codemode-executor-server'
import { containerOf, deploymentOf, ofKind } from './fleet-manifests.ts'

const container = containerOf(deploymentOf('executor'))

test('probes ask for what a server answers, and the autoscaler follows what it counts', async () => {
  await using server = await serve({ port: 0 })
  const answerAt = (path: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.address.port}${path}`)
  const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe]
  const answers = await Promise.all(probes.map((probe) => answerAt(probe?.httpGet.path ?? '')))
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200],
  )
  const { annotations } = deploymentOf('executor').spec.template.metadata
  const scraped = await answerAt(annotations?.['prometheus.io/path'] ?? '')
  const names = ofKind('HorizontalPodAutoscaler').flatMap(({ spec }) =>
    spec.metrics.map((metric) => metric.pods.metric.name),
  )
  const text = await scraped.text()
  assert.ok(names.length > 0)
  for (const name of names) assert.match(text, new RegExp(`^${name} 0$`, 'm'))
})

test('every variable of a replica is one that the command reads', () => {
  const index = fileURLToPath(import.meta.resolve('@supolka/codemode-executor-server'))
  const command = join(dirname(index), 'cli/main.js')
  const { stdout } = spawnSync(process.execPath, [command, 'serve', '--help'], {
    encoding: 'utf8',
  })
  const prefix = 'CODEMODE_EXECUTOR_'
  for (const { name } of container.env) {
    assert.ok(name.startsWith(prefix))
    const flag = `--${name.slice(prefix.length).toLowerCase().replaceAll('_', '-')}`
    assert.match(stdout, new RegExp(`^  ${flag}[ ,]`, 'm'))
  }
})
