// What one Kubernetes manifest says of another: names, labels, ports and files.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  containerOf,
  deploymentOf,
  deployments,
  manifests,
  ofKind,
  portsOf,
  selected,
  valueOf,
} from './fleet-manifests.ts'
import { readKustomization, type Manifest, type Peer } from './read-manifests.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const kustomization = readKustomization()

test('kustomize takes in every manifest, and each file it names is there', () => {
  const files = manifests.map((each) => each.file).filter((file) => !file.includes('outbound/'))
  assert.deepEqual(kustomization.resources.toSorted(), files)
  const configured = kustomization.configMapGenerator.flatMap((each) => each.files)
  for (const file of [...kustomization.resources, ...configured]) {
    assert.ok(existsSync(join(deploy, file)), file)
  }
  const needed = globSync('haproxy/*', { cwd: deploy }).toSorted()
  assert.deepEqual(configured, needed, 'all that HAProxy needs is in its ConfigMap')
  assert.equal(ofKind('Namespace')[0]?.metadata.name, kustomization.namespace)
})

function selectorsOf({ kind, spec }: Manifest): Array<Record<string, string>> {
  switch (kind) {
    case 'Deployment': {
      const spreads = spec.template.spec.topologySpreadConstraints

      return [spec.selector.matchLabels, ...spreads.map((each) => each.labelSelector.matchLabels)]
    }
    case 'Service':
      return [spec.selector]
    case 'PodDisruptionBudget':
      return [spec.selector.matchLabels]
    case 'NetworkPolicy':
      return [spec.podSelector.matchLabels]
    default:
      return []
  }
}

test('every selector takes in the pods of one Deployment: the one that its labels name', () => {
  for (const manifest of manifests) {
    const component = manifest.metadata.labels?.['app.kubernetes.io/component']
    for (const selector of selectorsOf(manifest)) {
      const names = selected(selector).map((each) => each.metadata.name)
      assert.deepEqual(names, [component], manifest.file)
    }
  }
})

test('the autoscaler follows a Deployment that leaves its number of replicas open', () => {
  const [autoscaler] = ofKind('HorizontalPodAutoscaler')
  assert.ok(autoscaler !== undefined)
  const { apiVersion, kind, name } = autoscaler.spec.scaleTargetRef
  const target = deploymentOf(name)
  assert.deepEqual([apiVersion, kind], [target.apiVersion, target.kind])
  assert.ok(!('replicas' in target.spec))
})

test('ports of Services, probes and scraping are ports of the containers', () => {
  for (const { spec } of ofKind('Service')) {
    const ports = selected(spec.selector).flatMap((each) => containerOf(each).ports)
    assert.deepEqual(
      spec.ports.map((port) => port.targetPort),
      ports.map((port) => port.name),
    )
  }
  for (const deployment of deployments) {
    const container = containerOf(deployment)
    const [port] = container.ports
    const { readinessProbe, livenessProbe, startupProbe = readinessProbe } = container
    for (const { httpGet } of [readinessProbe, livenessProbe, startupProbe]) {
      assert.equal(httpGet.port, port?.name)
    }
    const { annotations } = deployment.spec.template.metadata
    const scraped = annotations?.['prometheus.io/port'] ?? String(port?.containerPort)
    assert.equal(scraped, String(port?.containerPort))
  }
})

const policies = ofKind('NetworkPolicy')

/** What a peer in these pods' own namespace listens at. */
function portsBehind({ podSelector, namespaceSelector }: Peer): Array<number> | undefined {
  if (podSelector === undefined || namespaceSelector !== undefined) return undefined

  return selected(podSelector.matchLabels).flatMap(portsOf)
}

test('a policy opens the ports at which the pods that it is about, or leads to, listen', () => {
  for (const { file, spec } of policies) {
    const own = selected(spec.podSelector.matchLabels).flatMap(portsOf)
    for (const { ports } of spec.ingress ?? []) {
      const open = ports.map((each) => each.port)
      assert.deepEqual(open, own, file)
    }
    for (const { to = [], ports } of spec.egress ?? []) {
      const open = ports.map((each) => each.port)
      for (const peer of to) assert.deepEqual(open, portsBehind(peer) ?? open, file)
    }
  }
})

function nameOf({ namespaceSelector, podSelector }: Peer): string | undefined {
  if (namespaceSelector !== undefined) {
    return namespaceSelector.matchLabels['kubernetes.io/metadata.name']
  }

  return selected(podSelector?.matchLabels ?? {})[0]?.metadata.name
}

test('replicas are reached by balancers and Prometheus only, and reach nothing under the veto', () => {
  const policy = policies.find((each) => each.metadata.name === 'executor')
  const peers = policy?.spec.ingress?.flatMap((rule) => rule.from ?? []) ?? []
  assert.deepEqual(peers.map(nameOf), ['balancer', 'monitoring'])
  assert.deepEqual(policy?.spec.egress, [])
  assert.equal(valueOf('executor', 'CODEMODE_EXECUTOR_NATIVE_OUTBOUND'), 'false')
})

test('volumes are of this ConfigMap, or of a Secret that the kustomization tells how to make', () => {
  const generated = new Set(kustomization.configMapGenerator.map((each) => each.name))
  const text = readFileSync(join(deploy, 'kustomization.yaml'), 'utf8')
  for (const deployment of deployments) {
    const { volumes } = deployment.spec.template.spec
    for (const { configMap, secret } of volumes) {
      const isMade = text.includes(`create secret generic ${secret?.secretName} `)
      assert.ok(configMap === undefined ? isMade : generated.has(configMap.name))
    }
    const mounted = containerOf(deployment).volumeMounts.map((each) => each.name)
    const names = volumes.map((each) => each.name)
    assert.deepEqual(mounted, names)
  }
})

test('the balancer looks for the replicas where their Service names them, at their port', () => {
  const service = ofKind('Service').find((each) => 'clusterIP' in each.spec)
  const name = valueOf('balancer', 'CODEMODE_FLEET_NAME')
  assert.ok(name?.startsWith(`${service?.metadata.name}.$(NAMESPACE).svc.`))
  const [port] = portsOf(deploymentOf('executor'))
  assert.equal(valueOf('balancer', 'CODEMODE_REPLICA_PORT'), String(port))
  assert.equal(service?.spec.ports[0]?.port, port)
})

const kubectl = spawnSync('kubectl', ['version', '--client'])
const skip = kubectl.status === 0 ? false : 'kubectl is not installed'

test('kustomize renders it, and the balancers have the ConfigMap it makes', { skip }, () => {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', deploy], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  const names = stdout.match(/balancer-config-\w+/g) ?? []
  assert.equal(names.length, 2)
  assert.equal(new Set(names).size, 1)
})
