// The guide's table of what the balancer reads from its environment, against its file.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

test('the guide lists every variable of the balancer, each with its default', () => {
  const configuration = readFileSync(join(root, 'deploy/haproxy/haproxy.cfg'), 'utf8')
  const inFile = new Map<string, string>()
  for (const [, name = '', fallback = ''] of configuration.matchAll(
    /"\$\{(\w+)(?:-([^}]*))?\}"/g,
  )) {
    assert.equal(inFile.get(name) ?? fallback, fallback, `${name} has one default`)
    inFile.set(name, fallback)
  }
  const guide = readFileSync(join(root, 'docs/guides/deploy-a-fleet.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| `(CODEMODE_\w+)` +\| (?:`([^`]*)`|[^|]*)/gm)]
  const inGuide = new Map(rows.map(([, name = '', fallback = '']) => [name, fallback]))
  assert.deepEqual(Object.fromEntries(inGuide), Object.fromEntries(inFile))
})
