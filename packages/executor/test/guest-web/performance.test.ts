import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPrograms } from './program.ts'

const programs = openPrograms()
after(programs.dispose)

test('performance counts milliseconds since the run began', async () => {
  const before = Date.now()
  const readings = await programs.run(`
    const first = performance.now()
    let last = first
    let isMonotonic = true
    for (let i = 0; i < 1e5; i++) {
      const now = performance.now()
      if (now < last) isMonotonic = false
      last = now
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
    return [first, performance.now(), performance.timeOrigin, Number(isMonotonic)]`)
  assert.ok(Array.isArray(readings))
  const [first = 0, later = 0, origin = 0, isMonotonic] = readings.map(Number)
  assert.ok(first > 0 && first < 100, `It began at ${first} ms.`)
  assert.ok(later - first >= 19, `It went from ${first} to ${later} ms.`)
  assert.ok(origin >= before - 1 && origin <= Date.now(), `Its origin is ${origin}.`)
  assert.equal(isMonotonic, 1)
})

test('the clock does not go back with the one of the program', async () => {
  assert.equal(
    await programs.run(`
      const now = performance.now()
      Date.now = () => 0
      return performance.now() >= now && new Event('x').timeStamp >= now`),
    true,
  )
})

test('an event is stamped by the same clock', async () => {
  assert.equal(
    await programs.run(`
      const before = performance.now()
      const { timeStamp } = new Event('x')
      return before <= timeStamp && timeStamp <= performance.now()`),
    true,
  )
})

test('Performance has now, timeOrigin and toJSON, and what an EventTarget has', async () => {
  assert.deepEqual(
    await programs.run(`
      let illegal
      try { new Performance() } catch ({ name }) { illegal = name }
      let brand
      try { Performance.prototype.now.call({}) } catch ({ name }) { brand = name }
      return [Object.keys(Performance.prototype).sort(), performance instanceof EventTarget,
        String(performance), Object.keys(performance.toJSON()), Performance.length, illegal, brand]`),
    [
      ['now', 'timeOrigin', 'toJSON'],
      true,
      '[object Performance]',
      ['timeOrigin'],
      0,
      'TypeError',
      'TypeError',
    ],
  )
})

test('the navigator names the runtime with one product token', async () => {
  assert.deepEqual(
    await programs.run(`
      const brand = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(navigator), 'userAgent').get
      let name
      try { brand.call({}) } catch (error) { name = error.name }
      let illegal
      try { new navigator.constructor() } catch (error) { illegal = error.name }
      return [navigator.userAgent, String(navigator), Object.keys(navigator), typeof Navigator, name, illegal]`),
    ['codemode-executor', '[object Navigator]', [], 'undefined', 'TypeError', 'TypeError'],
  )
})

test('neither can be cloned', async () => {
  assert.deepEqual(
    await programs.run(`
      return [performance, navigator].map((value) => {
        try { structuredClone(value) } catch ({ name }) { return name }
      })`),
    ['DataCloneError', 'DataCloneError'],
  )
})
