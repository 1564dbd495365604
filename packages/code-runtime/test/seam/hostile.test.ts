import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { describePlaces } from './seam.ts'

const CAUGHT = 'const caught = (e) => [e instanceof ToolCallError, e.toolName, e.message]\n'
const ARGUMENTS = 'binding arguments must be lossless JSON'
const RESOLUTION = 'binding resolution must be lossless JSON'

describePlaces((load) => {
  test('S27: a resolution that is a function rejects the call', async (t) => {
    const { run } = await load(t)
    const { value } = await run(`${CAUGHT}return tools.f({}).catch(caught)`, { f: () => () => 1 })
    deepEqual(value, [true, 'f', RESOLUTION])
  })

  test('S28: lossy arguments reject their calls, and the host is not called', async (t) => {
    const { run } = await load(t)
    let calls = 0
    const { value } = await run(
      `${CAUGHT}const extra = [1]
      Object.defineProperty(extra, 'hidden', { value: 1 })
      const lossy = [new Date(), extra, () => 1]
      return Promise.all(lossy.map((value) => tools.f(value).catch(caught)))`,
      { f: () => (calls += 1) },
    )
    deepEqual(
      value,
      Array.from({ length: 3 }, () => [true, 'f', ARGUMENTS]),
    )
    equal(calls, 0)
  })

  test('S29: an object that imitates a plain one is refused as argument and as completion', async (t) => {
    const { run } = await load(t)
    let calls = 0
    const imitation = `
      Function.prototype.toString = () => 'function Object() { [native code] }'
      const prototype = Object.create(null)
      function Imitated() {}
      prototype.constructor = Imitated
      Imitated.prototype = prototype
      const imitation = Object.create(prototype)
      imitation.value = 1\n`
    const { value } = await run(`${CAUGHT}${imitation}return tools.f(imitation).catch(caught)`, {
      f: () => (calls += 1),
    })
    deepEqual(value, [true, 'f', ARGUMENTS])
    equal(calls, 0)
    equal((await run(`${imitation}return imitation`)).error?.kind, 'invalid-output')
  })

  test('S30: a resolution with a getter that throws rejects the call', async (t) => {
    const { run } = await load(t)
    const { value } = await run(`${CAUGHT}return tools.f({}).catch(caught)`, {
      f: () => ({
        get broken(): never {
          throw new Error('inside')
        },
      }),
    })
    deepEqual(value, [true, 'f', RESOLUTION])
  })

  test('S31: bindings called __proto__ and constructor are ordinary, and nothing is inherited', async (t) => {
    const { run } = await load(t)
    const functions = Object.create(null) as Record<string, () => string>
    Object.defineProperty(functions, '__proto__', { value: () => 'proto', enumerable: true })
    functions['constructor'] = () => 'constructor'
    const { value } = await run(
      `return [
        await tools.__proto__({}),
        await tools['constructor']({}),
        typeof tools['hasOwnProperty'],
        typeof tools.nope,
      ]`,
      functions,
    )
    deepEqual(value, ['proto', 'constructor', 'undefined', 'undefined'])
  })

  test('values still cross after a program has replaced the built-ins they cross by', async (t) => {
    const { run } = await load(t)
    const { value } = await run(
      `const { isArray } = Array
      const boom = () => { throw 'boom' }
      Object.defineProperty = Reflect.ownKeys = Reflect.apply = Object.keys = JSON.stringify = JSON.parse = boom
      Array.prototype.push = Array.prototype.join = Array.prototype[Symbol.iterator] = boom
      Object.defineProperty = undefined
      Set.prototype.has = Map.prototype.get = boom
      Promise.prototype.then = boom
      Object.prototype.toJSON = boom
      globalThis.Error = globalThis.Promise = globalThis.String = undefined
      let caught
      try { await tools.fails({ a: 1 }) } catch (e) { caught = e }
      const answer = await tools.echo({ list: [1, 'x', { deep: null }] })
      return { answer, caught: [caught instanceof ToolCallError, caught.toolName, caught.message] }`,
      { echo: (args) => args, fails: () => Promise.reject(new Error('no')) },
    )
    deepEqual(value, {
      answer: { list: [1, 'x', { deep: null }] },
      caught: [true, 'fails', 'no'],
    })
  })
})
