import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRealm } from './isolate.ts'

test('DOMException is an error with branded name, message and legacy code', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const e = new DOMException('gone', 'NotFoundError')
      let brand
      try { Object.create(DOMException.prototype).name } catch (error) { brand = error.name }
      return [e.name, e.message, e.code, e instanceof Error, Error.isError(e), String(e),
        e.stack.startsWith('NotFoundError: gone'), Object.keys(e), DOMException.ABORT_ERR, brand]`),
    ['NotFoundError', 'gone', 8, true, true, 'NotFoundError: gone', true, [], 20, 'TypeError'],
  )
})

test('events: capture before bubble, once, stopImmediatePropagation, preventDefault', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const target = new EventTarget()
      const seen = []
      target.addEventListener('x', () => seen.push('bubble'))
      target.addEventListener('x', () => seen.push('capture'), true)
      target.addEventListener('x', { handleEvent() { seen.push('object') } }, { once: true })
      target.addEventListener('x', (e) => { e.preventDefault(); e.stopImmediatePropagation() })
      target.addEventListener('x', () => seen.push('never'))
      const first = target.dispatchEvent(new Event('x', { cancelable: true }))
      const second = target.dispatchEvent(new CustomEvent('x', { detail: 1 }))
      return [seen, first, second]`),
    [['capture', 'bubble', 'object', 'capture', 'bubble'], false, true],
  )
})

test('a throwing listener is reported and does not stop the others', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const target = new EventTarget()
      let reached = false
      target.addEventListener('x', () => { throw new Error('listener broke') })
      target.addEventListener('x', () => { reached = true })
      target.dispatchEvent(new Event('x'))
      return [reached, testing.reported]`),
    [true, ['Error: listener broke']],
  )
})

test('AbortSignal: reason, any, timeout and the order of steps', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const controller = new AbortController()
      const any = AbortSignal.any([controller.signal, AbortSignal.any([])])
      const order = []
      controller.signal.onabort = () => order.push('source')
      any.addEventListener('abort', (e) => order.push('any', e.isTrusted))
      controller.abort('why')
      const timed = AbortSignal.timeout(5)
      const name = await new Promise((resolve) => { timed.onabort = () => resolve(timed.reason.name) })
      let illegal
      try { new AbortSignal() } catch (e) { illegal = e.name }
      return [any.aborted, any.reason, order, name, AbortSignal.abort().reason.name, illegal]`),
    [true, 'why', ['source', 'any', true], 'TimeoutError', 'AbortError', 'TypeError'],
  )
})

test('QuotaExceededError is a DOMException with its limits, and checks them', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const { QuotaExceededError } = testing.runtime.need('dom')
      const kindOf = (options) => {
        try { new QuotaExceededError('', options) } catch (error) { return error.name }
      }
      const e = new QuotaExceededError('too much', { quota: 4, requested: 5 })
      const bare = new QuotaExceededError()
      return {
        limited: [e.name, e.message, e.code, e.quota, e.requested],
        shape: [e instanceof DOMException, Object.prototype.toString.call(e)],
        bare: [bare.quota, bare.requested],
        refused: [{ quota: -1 }, { quota: 5, requested: 4 }, { quota: 'x' }].map(kindOf),
      }`),
    {
      limited: ['QuotaExceededError', 'too much', 22, 4, 5],
      shape: [true, '[object QuotaExceededError]'],
      bare: [null, null],
      refused: ['RangeError', 'RangeError', 'TypeError'],
    },
  )
})
