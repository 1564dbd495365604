import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { holdsMoreValues } from '../src/count-values.ts'

/** Lists and objects, and the commas in them, counted on what a text parses to. */
function marksOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts: Array<unknown> = Object.values(value)

  return Math.max(1, parts.length) + parts.reduce<number>((sum, part) => sum + marksOf(part), 0)
}

/** White space that may stand between any two tokens, at the places that random numbers name. */
function spread(text: string, indent: number): string {
  const parsed: unknown = JSON.parse(text)

  return JSON.stringify(parsed, undefined, indent)
}

const awkward = fc.oneof(
  fc.string(),
  fc.string({
    unit: fc.constantFrom('"', '\\', ',', '[', '{', ']', '}', 'a', '\n', '\u2028', '😀'),
  }),
)
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    awkward,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(awkward, tie('value'), { maxKeys: 5 }),
  ),
}))

test('a JSON text holds more than a number exactly when what it parses to does', () => {
  fc.assert(
    fc.property(value, fc.nat(4), (random, indent) => {
      const text = spread(JSON.stringify(random), indent)
      const marks = marksOf(JSON.parse(text))
      equal(holdsMoreValues(text, marks), false)
      if (marks > 0) equal(holdsMoreValues(text, marks - 1), true)
    }),
    { numRuns: 2_000 },
  )
})

test('escapes of every kind are part of their text', () => {
  for (const text of ['"\\""', '"\\\\"', '"\\\\\\"[,"', '"\\u0022,[{"', '",\\\\"', '"[[[["']) {
    equal(holdsMoreValues(text, 0), false, text)
  }
  equal(holdsMoreValues('["\\\\",1]', 1), true)
  equal(holdsMoreValues('["\\\\",1]', 2), false)
})

test('a text without an end is read to the end once', () => {
  const parts = 2_000_000
  for (const unit of ['\\"', '\\\\', 'x', ',']) {
    equal(holdsMoreValues(`"${unit.repeat(parts)}`, 0), false)
  }
  equal(holdsMoreValues('[,'.repeat(parts), 2 * parts), false)
  equal(holdsMoreValues('[,'.repeat(parts), 2 * parts - 1), true)
})
