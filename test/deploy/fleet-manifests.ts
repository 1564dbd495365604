// The manifests at hand, and how one finds another in them.

import assert from 'node:assert/strict'
import { readManifests, type Container, type Manifest } from './read-manifests.ts'

export const manifests: Array<Manifest> = readManifests()

export const ofKind = (kind: string): Array<Manifest> =>
  manifests.filter((each) => each.kind === kind)

export const deployments: Array<Manifest> = ofKind('Deployment')

/** The Deployment of a name. Fails when there is none. */
export function deploymentOf(name: string): Manifest {
  const deployment = deployments.find((each) => each.metadata.name === name)
  assert.ok(deployment !== undefined, name)

  return deployment
}

/** Deployments whose pods a selector takes in. */
export function selected(matchLabels: Record<string, string>): Array<Manifest> {
  return deployments.filter(({ spec }) => {
    const { labels } = spec.template.metadata

    return Object.entries(matchLabels).every(([key, value]) => labels[key] === value)
  })
}

/** The one container of a Deployment. */
export function containerOf({ spec }: Manifest): Container {
  return spec.template.spec.containers[0]
}

export function portsOf(deployment: Manifest): Array<number> {
  return containerOf(deployment).ports.map((port) => port.containerPort)
}

/** What a Deployment sets a variable to. */
export function valueOf(deployment: string, variable: string): string | undefined {
  return containerOf(deploymentOf(deployment)).env.find(({ name }) => name === variable)?.value
}
