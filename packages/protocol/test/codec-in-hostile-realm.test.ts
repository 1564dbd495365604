// The codec in a bare realm whose intrinsics a program has replaced after the codec was loaded.

import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import vm from 'node:vm'
import { build } from 'esbuild'

const bundle = await build({
  entryPoints: [fileURLToPath(import.meta.resolve('@supolka/codemode-executor-protocol'))],
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'codec',
  platform: 'neutral',
})
const source = bundle.outputFiles[0]?.text ?? ''

/** Runs first, as the runtime does: the samples are ordinary values of the realm. */
const SAMPLES = `
  const tagged = { __executor_binary_v1__: 'Uint8Array', data: 'AQID/w==' }
  const bytes = new Uint8Array([1, 2, 3, 255])
  const sample = { list: [bytes, new Uint16Array([1, 2]), new DataView(new ArrayBuffer(2))],
    plain: { a: [1, 'x', null, true] }, buffer: new ArrayBuffer(1), empty: {} }
  const large = new Uint8Array(10000).fill(7)
  const text = JSON.stringify({ b: tagged, a: [0, { c: [tagged] }] })
  const cycle = {}
  cycle.self = cycle
`

/** Replaces every method and getter that can be replaced, and pollutes what objects inherit. */
const TAMPER = `(() => {
  const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Object
  const { ownKeys } = Reflect
  const NativeError = Error
  const boom = (what) => function () { throw new NativeError('program code ran: ' + what) }
  const poison = (owner, what) => {
    const keys = ownKeys(owner)
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]
      const own = getOwnPropertyDescriptor(owner, key)
      const replacement = typeof own.value === 'function' ? 'value' : own.get ? 'get' : ''
      if (own.configurable && replacement) {
        const label = what + (typeof key === 'symbol' ? ' symbol' : '.' + key)
        defineProperty(owner, key, { __proto__: null, [replacement]: boom(label) })
      }
    }
  }
  poison(getPrototypeOf(Uint8Array.prototype), 'TypedArray.prototype')
  poison(ArrayBuffer.prototype, 'ArrayBuffer.prototype')
  poison(SharedArrayBuffer.prototype, 'SharedArrayBuffer.prototype')
  poison(DataView.prototype, 'DataView.prototype')
  poison(String.prototype, 'String.prototype')
  poison(Number.prototype, 'Number.prototype')
  poison(Array.prototype, 'Array.prototype')
  poison(Function.prototype, 'Function.prototype')
  poison(JSON, 'JSON')
  poison(Reflect, 'Reflect')
  poison(Array, 'Array')
  poison(ArrayBuffer, 'ArrayBuffer')
  poison(String, 'String')
  poison(Object, 'Object')
  poison(Object.prototype, 'Object.prototype')
  poison(globalThis, 'globalThis')
  const inherited = ['value', 'get', 'set', 'writable', 'enumerable', 'configurable', 'kind', 'node',
    'next', 'message', 'alphabet', 'lastChunkHandling', '__executor_binary_v1__', 'data', '0', '1', '2']
  for (let index = 0; index < inherited.length; index++) {
    const name = inherited[index]
    const trap = boom('inherited ' + name)
    defineProperty(Object.prototype, name, { __proto__: null, get: trap, set: trap })
    defineProperty(Array.prototype, name, { __proto__: null, get: trap, set: trap })
  }
})()`

function realmAfterTampering(): (script: string) => unknown {
  const context = vm.createContext({})
  const run = (script: string): unknown => vm.runInContext(script, context)
  run(source)
  run(SAMPLES)
  run('const { stringifyForDispatch, parseForDispatch, encodeBase64, decodeBase64 } = codec')
  run(
    'const { thrownText, decodeBinaryValue, encodeBinaryValue, PayloadTooLargeError, ToolNotFoundError, ModuleNotFoundError } = codec',
  )
  run(TAMPER)
  assert.throws(() => run('JSON.stringify({})'), /program code ran: JSON.stringify/)
  assert.throws(() => run('bytes.length'), /program code ran/)
  return run
}

test('values cross unchanged and no program code runs', () => {
  const run = realmAfterTampering()
  assert.equal(
    run('stringifyForDispatch(sample)'),
    '{"list":[{"__executor_binary_v1__":"Uint8Array","data":"AQID/w=="},' +
      '{"__executor_binary_v1__":"ArrayBufferView","data":"AQACAA=="},' +
      '{"__executor_binary_v1__":"ArrayBufferView","data":"AAA="}],' +
      '"plain":{"a":[1,"x",null,true]},' +
      '"buffer":{"__executor_binary_v1__":"Uint8Array","data":"AA=="},"empty":{}}',
  )
  assert.equal(run('stringifyForDispatch(parseForDispatch(text))'), run('text'))
  assert.equal(run('encodeBase64(large)'), Buffer.alloc(10_000, 7).toString('base64'))
  assert.equal(run('encodeBase64(decodeBase64("AQID/w=="))'), 'AQID/w==')
  assert.equal(run('decodeBinaryValue(sample.plain)'), undefined)
  assert.equal(
    run('stringifyForDispatch(encodeBinaryValue(bytes))'),
    run('stringifyForDispatch(tagged)'),
  )
})

test('failures still have their texts', () => {
  const run = realmAfterTampering()
  assert.throws(() => run('stringifyForDispatch(cycle)'), /circular/)
  assert.throws(() => run('decodeBase64("!")'), /The text is not base64\./)
  assert.equal(run('thrownText("x")'), 'x')
  assert.match(String(run('thrownText(sample.plain.a)')), /was thrown: \[1,"x",null,true\]$/)
  assert.equal(run('new ToolNotFoundError("x").message'), 'Tool "x" not found')
  assert.match(String(run('new ModuleNotFoundError("x", ["a", "b"]).message')), /: a, b\.$/)
  assert.equal(
    run('new PayloadTooLargeError("tool call", 12345678, 8388608).message'),
    'The tool call is 12,345,678 bytes, past its bound of 8,388,608 bytes. Send less at a time, or keep only what is needed.',
  )
})
