// Each Kubernetes manifest against the schema of its kind.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Namespace, Service } from 'kubernetes-models/v1'
import { manifests } from './fleet-manifests.ts'
import type { Manifest } from './read-manifests.ts'
import { unreadFields, type Model } from './unread-fields.ts'

// The classes take any object: it is what `validate` is for.
const modelsByKind: Record<string, (document: never) => Model> = {
  'apps/v1 Deployment': (document) => new Deployment(document),
  'v1 Namespace': (document) => new Namespace(document),
  'v1 Service': (document) => new Service(document),
  'autoscaling/v2 HorizontalPodAutoscaler': (document) => new HorizontalPodAutoscaler(document),
  'networking.k8s.io/v1 NetworkPolicy': (document) => new NetworkPolicy(document),
  'policy/v1 PodDisruptionBudget': (document) => new PodDisruptionBudget(document),
}

function modelOf(document: Pick<Manifest, 'apiVersion' | 'kind'>): Model {
  const { apiVersion, kind } = document
  const createModel = modelsByKind[`${apiVersion} ${kind}`]
  if (createModel === undefined) throw new Error(`No schema for ${apiVersion} ${kind}`)

  return createModel(document as never)
}

for (const { file, ...document } of manifests) {
  test(`${file} is what the schema of its kind says, and nothing besides`, () => {
    assert.deepEqual(unreadFields(modelOf(document)), [])
  })
}

test('a field that Kubernetes does not know, and one of the wrong type, are both found', () => {
  const document = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'a' },
    spec: { maxUnavailable: 1, selector: { matchLabel: { a: 'b' } } },
  }
  assert.deepEqual(unreadFields(modelOf(document)), [
    '/spec/selector/matchLabel',
    '/spec/selector/matchLabel/a',
  ])
  const wrong = { ...document, spec: { unhealthyPodEvictionPolicy: 1 } }
  assert.throws(() => unreadFields(modelOf(wrong)))
})
