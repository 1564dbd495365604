import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPrograms } from './program.ts'

const programs = openPrograms()
after(programs.dispose)

test('an unhandled rejection is no event, no log line and not the outcome of the run', async () => {
  assert.deepEqual(
    await programs.execute(`
      Promise.reject(new Error('ignored'))
      return 'kept'`),
    { result: 'kept', logs: [] },
  )
  assert.deepEqual(
    await programs.run(`
      const seen = []
      for (const type of ['unhandledrejection', 'rejectionhandled', 'error']) {
        addEventListener(type, () => seen.push(type))
      }
      const late = Promise.reject(new Error('ignored'))
      await new Promise((resolve) => setTimeout(resolve, 5))
      late.catch(() => 0)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return [seen, 'onunhandledrejection' in globalThis, 'onrejectionhandled' in globalThis]`),
    [[], false, false],
  )
})

test('timers, listeners, microtasks and reportError fire error events at the global object', async () => {
  assert.deepEqual(
    await programs.run(`
      const seen = []
      addEventListener('error', (event) => {
        const { message, error, cancelable, isTrusted, target } = event
        seen.push([message, error instanceof Error ? error.name : error, cancelable, isTrusted,
          target === globalThis, event instanceof ErrorEvent])
      })
      setTimeout(() => { throw new RangeError('timer') })
      queueMicrotask(() => { throw 'microtask' })
      const target = new EventTarget()
      target.addEventListener('x', () => { throw new TypeError('listener') })
      target.dispatchEvent(new Event('x'))
      reportError(undefined)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return seen`),
    [
      ['Uncaught TypeError: listener', 'TypeError', true, true, true, true],
      ['Uncaught undefined', null, true, true, true, true],
      ['Uncaught microtask', 'microtask', true, true, true, true],
      ['Uncaught RangeError: timer', 'RangeError', true, true, true, true],
    ],
  )
})

test('an error event says where: the error, or else the call of reportError', async () => {
  assert.deepEqual(
    await programs.run(`
      const seen = []
      onerror = (message, file, line, column) => { seen.push([file, line, column]) }
      const error = new Error('made here')
      reportError(error)
      reportError('no stack')
      return seen`),
    [
      ['executor.js', 4, 21],
      ['executor.js', 6, 7],
    ],
  )
})

test('onerror takes the parts, and true is its way to say that it is dealt with', async () => {
  assert.deepEqual(
    await programs.run(`
      const seen = []
      addEventListener('error', (event) => seen.push(event.defaultPrevented))
      onerror = (...parts) => { seen.push(parts.length, parts[4]); return true }
      addEventListener('error', (event) => seen.push(event.defaultPrevented))
      reportError(7)
      const handler = onerror
      onerror = 5
      reportError(8)
      const plain = []
      onerror = (event) => { plain.push(event.type); return false }
      const passed = dispatchEvent(new Event('error', { cancelable: true }))
      return [seen, typeof handler, plain, passed]`),
    [[false, 5, 7, true, false, false, false, false], 'function', ['error'], false],
  )
})

test('an error in an error listener ends there, and hooks of a thrown value do no harm', async () => {
  assert.deepEqual(
    await programs.execute(`
      let count = 0
      addEventListener('error', () => { count += 1; throw new Error('again') })
      reportError(new Error('once'))
      reportError(Object.defineProperty(new Error('x'), 'stack', { get() { throw 1 } }))
      reportError({ get name() { throw 1 }, get message() { throw 2 }, toString() { throw 3 } })
      return count`),
    { result: 3, logs: [] },
  )
})

test('events at the global object never replace the outcome of the run', async () => {
  assert.deepEqual(
    await programs.execute(`
      onerror = () => { throw new Error('from onerror') }
      setTimeout(() => { throw new Error('from a timer') })
      queueMicrotask(() => { throw new Error('from a microtask') })
      await new Promise((resolve) => setTimeout(resolve, 5))
      return 'kept'`),
    { result: 'kept', logs: [] },
  )
})

test('the global object is an EventTarget, by any way of calling it', async () => {
  assert.deepEqual(
    await programs.run(`
      const seen = []
      const listener = function (event) { seen.push(this === globalThis, event.currentTarget === globalThis) }
      addEventListener('x', listener, { once: true })
      EventTarget.prototype.addEventListener.call(globalThis, 'y', listener)
      self.dispatchEvent(new Event('x'))
      dispatchEvent(new Event('x'))
      dispatchEvent(new CustomEvent('y'))
      removeEventListener('y', listener)
      dispatchEvent(new Event('y'))
      return [seen, globalThis instanceof EventTarget, Object.hasOwn(globalThis, 'addEventListener'),
        Object.prototype.toString.call(globalThis)]`),
    [[true, true, true, true], true, false, '[object Object]'],
  )
})

test('PromiseRejectionEvent can be constructed, though nothing fires one', async () => {
  assert.deepEqual(
    await programs.run(`
      const promise = Promise.resolve()
      const event = new PromiseRejectionEvent('unhandledrejection', { promise, reason: 1, cancelable: true })
      const names = []
      for (const args of [['x'], ['x', {}], ['x', { promise: 1 }]]) {
        try { new PromiseRejectionEvent(...args) } catch ({ name }) { names.push(name) }
      }
      return [event.promise === promise, event.reason, event.cancelable, PromiseRejectionEvent.length, names]`),
    [true, 1, true, 2, ['TypeError', 'TypeError', 'TypeError']],
  )
})

test('reportError without an argument is a TypeError', async () => {
  assert.equal(
    await programs.run(`try { reportError() } catch ({ name }) { return name }`),
    'TypeError',
  )
})
