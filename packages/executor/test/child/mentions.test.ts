import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { mentionedGroups } from '../../src/child/mentions.ts'
import { GROUPS } from '../../src/guest/groups.ts'

const groupsOf = (text: string): Array<string> => mentionedGroups([text])

suite('mentionedGroups', () => {
  const none = [
    'async () => 1 + 1',
    'async () => store.fetch(1)',
    'async () => store?.fetch(1)',
    'async () => my_fetch(1)',
    'async () => $fetch(1)',
    'async () => prefetch(1)',
    'async () => fetchAll(1)',
    'async () => this.URL',
    'async () => myself.fetch(1)',
    '',
  ]
  for (const text of none) {
    test(`finds no mention in ${JSON.stringify(text)}`, () => assert.deepEqual(groupsOf(text), []))
  }

  const mentioned = [
    'async () => fetch("https://a.test/")',
    'async () => globalThis.fetch("https://a.test/")',
    'async () => self.fetch("https://a.test/")',
    'async () => new Response("")',
    'const { fetch } = globalThis',
    'async () => [...await(fetch)]',
    'fetch',
  ]
  for (const text of mentioned) {
    test(`finds fetch in ${JSON.stringify(text)}`, () => {
      assert.ok(groupsOf(text).includes('fetch'), String(groupsOf(text)))
    })
  }

  test('what a group needs comes before it, and nothing comes twice', () => {
    const everything = Object.values(GROUPS).flatMap(({ globals }) => globals)
    const groups = groupsOf(everything.toReversed().join(' '))
    assert.deepEqual(groups.toSorted(), [...new Set(groups)].toSorted())
    for (const [group, { globals, needs }] of Object.entries(GROUPS)) {
      if (globals.length > 0) assert.ok(groups.includes(group), group)
      for (const needed of needs) {
        assert.ok(groups.indexOf(needed) < groups.indexOf(group), `${needed} before ${group}`)
      }
    }
    assert.deepEqual(groupsOf('fetch'), ['dom', 'url', 'fetch'])
  })

  test('every global is a mention of its own group', () => {
    for (const [group, { globals }] of Object.entries(GROUPS)) {
      for (const name of globals) {
        assert.ok(groupsOf(`async () => ${name}`).includes(group), name)
        assert.ok(groupsOf(`async () => globalThis.${name}`).includes(group), name)
        assert.deepEqual(groupsOf(`async () => tools.${name}`), [], name)
      }
    }
  })

  test('any of several texts may mention a group', () => {
    assert.deepEqual(mentionedGroups(['async () => 1', 'export default atob', '']), ['text'])
    assert.deepEqual(mentionedGroups([]), [])
  })
})
