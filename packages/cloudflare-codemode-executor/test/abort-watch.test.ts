import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { watchAbort } from '../src/abort-watch.ts'

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length

test('a watch tells that the signal fired, and leaves nothing listening', async () => {
  const controller = new AbortController()
  const { fired, end } = watchAbort(controller.signal)
  assert.equal(listeners(controller.signal), 1)
  controller.abort()
  assert.equal(await fired, true)
  assert.equal(listeners(controller.signal), 0)
  end()
  assert.equal(await fired, true)
})

test('a watch that ends first tells so, and hears nothing any more', async () => {
  const controller = new AbortController()
  const { fired, end } = watchAbort(controller.signal)
  end()
  end()
  assert.equal(listeners(controller.signal), 0)
  controller.abort()
  assert.equal(await fired, false)
})

test('a watch without a signal ends like any other', async () => {
  const { fired, end } = watchAbort(undefined)
  end()
  assert.equal(await fired, false)
})
