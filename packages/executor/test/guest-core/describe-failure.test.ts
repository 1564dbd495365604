import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { bundleGuest, openGuest } from './isolate.ts'

const guest = await openGuest(
  await bundleGuest(`
import { answers, crossings } from './fixtures/fake-bridge.ts'
import { describeFailure } from '../../src/guest/describe-failure.ts'
Object.assign(globalThis, { crossings })
answers.group = '(function () { return { describeThrown: (thrown) => globalThis.rendering(thrown) } })'
globalThis.rendering = () => 'rendered'
globalThis.describe = describeFailure
`),
)
after(() => guest.dispose())

const text = (expression: string): Promise<string> => guest.run(`return describe(${expression})`)

suite('describeFailure', () => {
  test('an ordinary error is its message, and no group is loaded for it', async () => {
    assert.equal(await text('new Error("boom")'), 'boom')
    assert.equal(await text('new (class Own extends TypeError {})("own")'), 'own')
    assert.equal(await text('Object.assign(Object.create(Error.prototype), {})'), 'rendered')
    const fresh = await guest.run(`return JSON.stringify(crossings)`)
    assert.deepEqual(JSON.parse(fresh), [['group', 'console']])
  })

  test('everything else is rendered', async () => {
    for (const thrown of ['"x"', 'null', 'undefined', '{}', 'new Error("")', '5n', 'Symbol()']) {
      // oxlint-disable-next-line no-await-in-loop -- one isolate
      assert.equal(await text(thrown), 'rendered', thrown)
    }
    assert.equal(await text('Object.assign(new Error("m"), { message: 5 })'), 'rendered')
  })

  test('a hook that throws, or a rendering that does, still gives a text', async () => {
    const unspeakable = 'A value was thrown that cannot be described.'
    assert.equal(
      await text(`Object.defineProperty(new Error('m'), 'message', { get() { throw 1 } })`),
      unspeakable,
    )
    await guest.run(`globalThis.rendering = () => { throw new Error('broke') }; return ''`)
    assert.equal(await text('"x"'), unspeakable)
  })

  test('where no stack is left it gives a text as well', async () => {
    const described = await guest.run(`
      globalThis.rendering = () => 'rendered'
      const texts = new Set()
      const dive = () => {
        try { dive() } catch (error) { texts.add(describe(error)).add(describe('x')); throw error }
      }
      try { dive() } catch {}
      return JSON.stringify([...texts].every((one) => typeof one === 'string' && one !== ''))`)
    assert.equal(described, 'true')
  })
})
