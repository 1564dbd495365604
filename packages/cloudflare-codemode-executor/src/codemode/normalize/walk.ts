// Steps through a syntax tree. It keeps its own stack: a text can nest deeper than a recursion may go.

import type { AnyNode } from 'acorn'

/** Every node under `root`, itself included, in no order that counts. `skip` leaves a subtree out. */
export function* walk(root: AnyNode, skip?: (node: AnyNode) => boolean): Generator<AnyNode> {
  const pending = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (skip?.(node) === true) continue
    yield node
    for (const value of Object.values(node)) addNodes(value, pending)
  }
}

function addNodes(value: unknown, pending: Array<AnyNode>): void {
  if (Array.isArray(value)) {
    for (const item of value) if (isNode(item)) pending.push(item)
  } else if (isNode(value)) {
    pending.push(value)
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
