import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRealm, distinct } from './isolate.ts'

test('structuredClone copies what the standard lists', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const source = { list: [1, , 3], map: new Map([['k', { deep: 1 }]]), set: new Set([1]), date: new Date(5),
        pattern: /x/gi, bytes: new Uint16Array([1, 2]), big: 5n, boxed: new String('s'), nan: NaN }
      source.self = source
      const copy = structuredClone(source)
      return [copy !== source && copy.self === copy, 1 in copy.list, copy.list.length, copy.map.get('k'), [...copy.set],
        copy.date.getTime(), String(copy.pattern), [...copy.bytes], copy.bytes.constructor.name, String(copy.big),
        typeof copy.boxed, Number.isNaN(copy.nan)]`),
    [true, false, 3, { deep: 1 }, [1], 5, '/x/gi', [1, 2], 'Uint16Array', '5', 'object', true],
  )
})

test('errors keep name, message and cause; blobs and DOMExceptions are copied', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const error = structuredClone(new RangeError('far', { cause: { code: 1 } }))
      const file = structuredClone(new File(['x'], 'f'))
      const exception = structuredClone(new DOMException('m', 'AbortError'))
      return [error.name, error.message, error.cause, error instanceof RangeError, file.name, await file.text(), exception.name, exception.code]`),
    ['RangeError', 'far', { code: 1 }, true, 'f', 'x', 'AbortError', 20],
  )
})

test('functions, symbols and platform objects are a DataCloneError', async () => {
  using realm = await createRealm()
  const names = await realm.run(`
    const refused = [() => 1, Symbol(), { f() {} }, Promise.resolve(), new WeakMap(), new URL('http://a'),
      new URLSearchParams(), new Headers(), new Response(), new ReadableStream(), new FormData(), new Event('x'),
      new AbortController(), new TextEncoder()]
    return refused.map((value) => { try { structuredClone(value); return 'copied' } catch (e) { return e.name } })`)
  assert.deepEqual(distinct(names), ['DataCloneError'])
})

test('a class string alone makes no platform object', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(
      `return structuredClone({ a: new class { [Symbol.toStringTag] = 'URL'; x = 1 } }).a`,
    ),
    { x: 1 },
  )
})

test('transferred buffers move, are detached, and are refused twice', async () => {
  using realm = await createRealm()
  assert.deepEqual(
    await realm.run(`
      const view = new Uint8Array([1, 2, 3])
      const copy = structuredClone({ view, buffer: view.buffer }, { transfer: [view.buffer] })
      const refused = (list) => { try { structuredClone(1, { transfer: list }) } catch (e) { return e.name } }
      const buffer = new ArrayBuffer(1)
      return [[...copy.view], copy.buffer === copy.view.buffer, view.byteLength, refused([view.buffer]), refused([buffer, buffer]), refused([{}]), buffer.byteLength]`),
    [[1, 2, 3], true, 0, 'DataCloneError', 'DataCloneError', 'DataCloneError', 1],
  )
})
