import assert from 'node:assert/strict'
import { afterEach, beforeEach, suite, test } from 'node:test'
import { bundleGuest, openGuest, type Guest } from './isolate.ts'

const bundle = await bundleGuest(`
import { answers, crossings } from './fixtures/fake-bridge.ts'
import { dynamicImport, failImport, namespaceReady, pendingLoads } from '../../src/guest/imports.ts'
import { runState } from '../../src/guest/run-state.ts'
const settled = (promise) => promise.then((value) => ['resolved', value],
  (error) => ['rejected', error.constructor.name, error.message])
Object.assign(globalThis, { answers, crossings, dynamicImport, failImport, namespaceReady, pendingLoads, runState, settled })
`)

let guest: Guest
beforeEach(async () => {
  guest = await openGuest(bundle)
})
afterEach(() => guest.dispose())

const answer = async (body: string): Promise<unknown> => JSON.parse(await guest.runAsync(body))

suite('dynamicImport', () => {
  test('asks the child under a fresh id and resolves with the namespace it hands over', async () => {
    assert.deepEqual(
      await answer(`
        const [a, b] = [dynamicImport('a'), dynamicImport('./b')]
        namespaceReady(2, { name: 'b' })
        namespaceReady(1, { name: 'a' })
        return JSON.stringify([await a, await b, crossings])`),
      [
        { name: 'a' },
        { name: 'b' },
        [
          ['import', 1, 'a'],
          ['import', 2, './b'],
          ['imported', 2],
          ['imported', 1],
        ],
      ],
    )
  })

  test('a refusal rejects with its text, and nothing is left open', async () => {
    assert.deepEqual(
      await answer(`
        answers.import = 'not in the map'
        const outcome = await settled(dynamicImport('a'))
        runState.isEntered = true
        return JSON.stringify([outcome, pendingLoads()])`),
      [['rejected', 'Error', 'not in the map'], ''],
    )
  })

  test('a specifier is made text, and a hook that throws rejects', async () => {
    assert.deepEqual(
      await answer(`
        dynamicImport({ toString: () => 'a' })
        const outcome = await settled(dynamicImport({ toString() { throw new RangeError('hook') } }))
        const symbol = await settled(dynamicImport({ [Symbol.toPrimitive]: () => Symbol('s') }))
        return JSON.stringify([outcome, symbol.slice(0, 2), crossings])`),
      [['rejected', 'RangeError', 'hook'], ['rejected', 'TypeError'], [['import', 1, 'a']]],
    )
  })

  test('a module that did not load rejects with an error of its class, as far as it has one', async () => {
    const classes = [
      'TypeError',
      'RangeError',
      'SyntaxError',
      'ReferenceError',
      'Error',
      'AbortError',
      '',
    ]
    assert.deepEqual(
      await answer(`
        const names = ${JSON.stringify(classes)}
        const all = names.map(() => settled(dynamicImport('a')))
        names.forEach((name, index) => failImport(index + 1, name, 'broke'))
        return JSON.stringify(await Promise.all(all))`),
      [...classes.slice(0, 5), 'Error', 'Error'].map((name) => ['rejected', name, 'broke']),
    )
  })

  test('the first word on an import stands', async () => {
    assert.deepEqual(
      await answer(`
        const [a, b] = [settled(dynamicImport('a')), settled(dynamicImport('b'))]
        namespaceReady(1, 'namespace')
        failImport(1, 'Error', 'late')
        failImport(2, 'Error', 'broke')
        namespaceReady(2, 'late')
        failImport(77, 'Error', 'unknown')
        return JSON.stringify([await a, await b, crossings.filter(([kind]) => kind === 'imported')])`),
      [['resolved', 'namespace'], ['rejected', 'Error', 'broke'], [['imported', 1]]],
    )
  })

  test('what still loads is the entry until it is entered, and each open import', async () => {
    assert.deepEqual(
      await answer(`
        const seen = [pendingLoads()]
        for (const name of ['a', 'b', 'c']) dynamicImport(name).catch(() => {})
        seen.push(pendingLoads())
        runState.isEntered = true
        seen.push(pendingLoads())
        namespaceReady(2, {})
        failImport(1, 'Error', 'broke')
        seen.push(pendingLoads())
        return JSON.stringify(seen)`),
      ['entry', 'entry,1,2,3', '1,2,3', '3'],
    )
  })
})
