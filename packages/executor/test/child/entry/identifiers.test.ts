import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { nameEntryParts, pickIdentifier } from '../../../src/child/entry/identifiers.ts'

test('picks an identifier of six characters, the same for the same source', () => {
  assert.match(pickIdentifier(''), /^\$i\w{4}$/)
  assert.equal(pickIdentifier('a'), pickIdentifier('a'))
})

test('avoids every candidate that the source spells, plainly or with escapes', () => {
  const first = pickIdentifier('')
  const [, , ...tail] = first
  const escaped = tail.map((letter) => `\\u{${letter.charCodeAt(0).toString(16)}}`).join('')
  for (const spelled of [
    first,
    `a${first}b`,
    `\\u0024i${tail.join('')}`,
    `\\u{00024}\\u0069${tail.join('')}`,
    `$i${escaped}`,
    `\\u{110000}$i${escaped}`,
  ]) {
    const picked = pickIdentifier(spelled)
    assert.notEqual(picked, first, spelled)
    assert.ok(!spelled.includes(picked))
  }
})

test('never picks what the source contains', () => {
  const piece = fc.oneof(fc.constantFrom('$i', '$', 'm', 'p', 'mm'), fc.string())
  const source = fc.array(piece, { maxLength: 400 }).map((pieces) => pieces.join(''))
  fc.assert(fc.property(source, (text) => !text.includes(pickIdentifier(text))))
})

test('finds a free one in a source that spells a hundred thousand', () => {
  let source = ''
  for (let index = 0; index < 100_000; index += 1) {
    source += `$i${index.toString(36).padStart(4, 'm')}`
  }
  assert.ok(!source.includes(pickIdentifier(source)))
})

test('names the parts of the entry after the identifier and the salt, each of them once', () => {
  const names = Object.values(nameEntryParts('$i0000', 'k3'))
  assert.equal(new Set(names).size, names.length)
  for (const name of names) assert.match(name, /^\$i0000[a-z]+k3$/)
})
