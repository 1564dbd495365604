// Reads the manifests of the fleet, with the fields that the tests look at.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

type Labels = Record<string, string>
type Selector = { matchLabels: Labels }
type Variable = { name: string; value?: string }
type Probe = { httpGet: { path: string; port: string } }
type Volume = { name: string; configMap?: { name: string }; secret?: { secretName: string } }

export type Container = {
  name: string
  image: string
  ports: Array<{ name: string; containerPort: number }>
  env: Array<Variable>
  resources: { requests: { memory: string }; limits: { memory: string } }
  securityContext: object
  startupProbe?: Probe
  readinessProbe: Probe
  livenessProbe: Probe
  volumeMounts: Array<{ name: string; mountPath: string }>
}

export type PodSpec = {
  automountServiceAccountToken: boolean
  terminationGracePeriodSeconds: number
  securityContext: Record<string, unknown>
  topologySpreadConstraints: Array<{ labelSelector: Selector }>
  containers: [Container]
  volumes: Array<Volume>
}

export type Peer = { podSelector?: Selector; namespaceSelector?: Selector; ipBlock?: object }
export type Rule = { from?: Array<Peer>; to?: Array<Peer>; ports: Array<{ port: number }> }

/** Only the members of a kind are there, whatever the type says. */
export type Manifest = {
  file: string
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Labels }
  spec: {
    selector: Selector & Labels
    template: { metadata: { labels: Labels; annotations?: Labels }; spec: PodSpec }
    ports: Array<{ targetPort: string; port: number }>
    scaleTargetRef: { apiVersion: string; kind: string; name: string }
    metrics: Array<{ pods: { metric: { name: string } } }>
    podSelector: Selector
    ingress?: Array<Rule>
    egress?: Array<Rule>
  }
}

const folder = join(import.meta.dirname, '../../deploy')

/** Every document under `deploy`, those of kustomize apart. */
export function readManifests(): Array<Manifest> {
  return globSync('kubernetes/**/*.yaml', { cwd: folder })
    .filter((file) => !/(kustomization|lift-veto)\.yaml$/.test(file))
    .toSorted()
    .flatMap((file) => documentsOf(file).map((document) => Object.assign(document, { file })))
}

export type Kustomization = {
  namespace?: string
  resources: Array<string>
  configMapGenerator: Array<{ name: string; files: Array<string> }>
  images: Array<{ name: string; newTag: string }>
}

export function readKustomization(): Kustomization {
  const [document] = documentsOf('kustomization.yaml')

  return document as unknown as Kustomization
}

/** Throws for text that is not YAML. */
function documentsOf(file: string): Array<Manifest> {
  return parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => {
    if (document.errors.length > 0) throw new AggregateError(document.errors, file)

    return document.toJS() as Manifest
  })
}
