import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { fitsInJson, sizeInJson } from '../src/json-size.ts'

const measured = (text: string): number => Buffer.byteLength(JSON.stringify(text))

/** Any UTF-16 at all: halves of pairs stand alone as often as not. */
const anyUnits = fc
  .array(fc.oneof(fc.nat({ max: 0xffff }), fc.integer({ min: 0xd7f0, max: 0xe010 })))
  .map((units) => String.fromCharCode(...units))
const anyText = fc.oneof(anyUnits, fc.string({ unit: 'binary' }), fc.string())

suite('the size of a text in JSON', () => {
  test('is what JSON.stringify makes of it, in UTF-8 bytes, for every single code unit', () => {
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const text = String.fromCharCode(unit)
      assert.equal(sizeInJson([text]), measured(text), `unit 0x${unit.toString(16)}`)
    }
  })

  test('is that for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => sizeInJson([text]) === measured(text)),
      {
        numRuns: 2_000,
      },
    )
  })

  const surrogates: Array<[what: string, text: string]> = [
    ['a pair', '\ud83d\ude00'],
    ['a high half at the end', 'a\ud83d'],
    ['a low half at the beginning', '\ude00a'],
    ['two halves the wrong way round', '\ude00\ud83d'],
    ['a high half before a pair', '\ud83d\ud83d\ude00'],
    ['a low half after a pair', '\ud83d\ude00\ude00'],
    ['two high halves', '\ud83d\ud83d'],
  ]
  for (const [what, text] of surrogates) {
    test(`is right for ${what}`, () => {
      assert.equal(sizeInJson([text]), measured(text))
    })
  }

  test('adds up over texts, each with its quotes', () => {
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        const sum = texts.reduce((bytes, text) => bytes + measured(text), 0)

        return sizeInJson(texts) === sum
      }),
    )
    assert.equal(sizeInJson([]), 0)
    assert.equal(sizeInJson(['', '']), 4)
  })
})

suite('whether texts fit', () => {
  test('is decided by their exact size, however near the bound is', () => {
    fc.assert(
      fc.property(fc.array(anyText), fc.integer({ min: -3, max: 3 }), (texts, spare) => {
        const size = sizeInJson(texts)

        return fitsInJson(texts, size + spare) === spare >= 0
      }),
      { numRuns: 1_000 },
    )
  })

  test('holds for the texts that swell most, and not for one byte less', () => {
    const text = '\u0000'.repeat(1_000)
    assert.equal(measured(text), 6_002)
    assert.equal(fitsInJson([text], 6_002), true)
    assert.equal(fitsInJson([text], 6_001), false)
  })
})
