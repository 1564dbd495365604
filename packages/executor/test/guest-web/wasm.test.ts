import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ExecutionTimeoutError, MemoryLimitError } from '@supolka/codemode-executor-protocol'
import { openPrograms } from './program.ts'
import {
  COUNTING_LOOP,
  EMPTY_LOOP,
  IMPORTING,
  NESTED_LOOP,
  STORING_LOOP,
  TRIVIAL,
} from './wasm-modules.ts'

const programs = openPrograms({ webAssembly: true })
after(programs.dispose)

const memoryText = new MemoryLimitError(128).message
const bytesOf = (module: ReadonlyArray<number>): string => `new Uint8Array([${module.join()}])`

const run = (body: string): Promise<unknown> =>
  programs.run(`
    const trivial = ${bytesOf(TRIVIAL)}
    const importing = ${bytesOf(IMPORTING)}
    const failure = (promise) => promise.then(() => 'nothing', (error) => [error.name, error.message])
    const nameOf = async (promise) => (await failure(promise))[0]
    ${body}`)

test('without the option the name is absent, whatever a program mentions', async () => {
  const plain = openPrograms()
  try {
    assert.deepEqual(
      await plain.run(`return [typeof WebAssembly, 'WebAssembly' in globalThis,
        Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly')]`),
      ['undefined', false, null],
    )
  } finally {
    await plain.dispose()
  }
})

test('compile and instantiate work, at once and later', async () => {
  assert.deepEqual(
    await run(`
      const sync = new WebAssembly.Instance(new WebAssembly.Module(trivial)).exports.f()
      const module = await WebAssembly.compile(trivial)
      const instance = await WebAssembly.instantiate(module)
      const both = await WebAssembly.instantiate(trivial.buffer)
      return [sync, module instanceof WebAssembly.Module, instance.exports.f(), Object.keys(both),
        both.instance.exports.f(), WebAssembly.validate(trivial)]`),
    [42, true, 42, ['module', 'instance'], 42, true],
  )
})

test('failures reject with the errors of the API, in the name of the operation', async () => {
  assert.deepEqual(
    await run(`
      const module = new WebAssembly.Module(importing)
      return [
        await failure(WebAssembly.compile(new Uint8Array(4))),
        await nameOf(WebAssembly.compile()),
        await nameOf(WebAssembly.compile(1)),
        await nameOf(WebAssembly.instantiate(importing)),
        await nameOf(WebAssembly.instantiate(module, 1)),
        await nameOf(WebAssembly.instantiate(module, { m: 1 })),
        await nameOf(WebAssembly.instantiate(module, { m: { g: 'no function' } })),
      ]`),
    [
      [
        'CompileError',
        'WebAssembly.compile(): expected magic word 00 61 73 6d, found 00 00 00 00 @+0',
      ],
      'TypeError',
      'TypeError',
      'TypeError',
      'TypeError',
      'TypeError',
      'LinkError',
    ],
  )
})

test('imports of a module are read at once, those of bytes in a later turn', async () => {
  assert.deepEqual(
    await run(`
      const log = []
      const imports = { get m() { log.push('read'); return { g: () => log.push('called') } } }
      const first = WebAssembly.instantiate(new WebAssembly.Module(importing), imports)
      log.push('module given')
      await first
      const second = WebAssembly.instantiate(importing, imports)
      log.push('bytes given')
      ;(await second).instance.exports.f()
      return log`),
    ['read', 'module given', 'bytes given', 'read', 'called'],
  )
})

test('streaming takes a good Response of the right type and nothing else', async () => {
  assert.deepEqual(
    await run(`
      const answer = (type, init) => new Response(trivial, { headers: { 'content-type': type }, ...init })
      const { instance } = await WebAssembly.instantiateStreaming(Promise.resolve(answer(' APPLICATION/wasm ')))
      const module = await WebAssembly.compileStreaming(answer('application/wasm'))
      const used = answer('application/wasm')
      await used.text()
      return [instance.exports.f(), module instanceof WebAssembly.Module,
        await nameOf(WebAssembly.compileStreaming(answer('application/wasm;x=1'))),
        await nameOf(WebAssembly.compileStreaming(answer('text/plain'))),
        await nameOf(WebAssembly.compileStreaming(answer('application/wasm', { status: 404 }))),
        await nameOf(WebAssembly.compileStreaming(used)),
        await nameOf(WebAssembly.compileStreaming(trivial)),
        await nameOf(WebAssembly.compileStreaming(new Response('', { headers: { 'content-type': 'application/wasm' } }))),
      ]`),
    [42, true, ...Array(5).fill('TypeError'), 'CompileError'],
  )
})

test('the namespace has the shape of the API', async () => {
  assert.deepEqual(
    await run(`
      const { get, enumerable } = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly')
      const names = ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']
      return [typeof get, enumerable, String(WebAssembly), names.map((name) => {
        const { value, ...rest } = Object.getOwnPropertyDescriptor(WebAssembly, name)
        return [value.name, value.length, 'prototype' in value, Object.values(rest).join()]
      })]`),
    [
      'undefined',
      false,
      '[object WebAssembly]',
      ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming'].map((name) => [
        name,
        1,
        false,
        'true,true,true',
      ]),
    ],
  )
})

test('its objects are not cloned, and its memory does not become a growing buffer', async () => {
  assert.deepEqual(
    await run(`
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 })
      const thrown = (attempt) => nameOf(new Promise(attempt))
      return [await thrown(() => structuredClone(memory)),
        await thrown(() => structuredClone(new WebAssembly.Module(trivial))),
        await thrown(() => structuredClone(1, { transfer: [memory.buffer] })),
        await thrown(() => memory.buffer.resize(1)), memory.grow(1), memory.buffer.byteLength]`),
    ['DataCloneError', 'DataCloneError', 'TypeError', 'NotSupportedError', 1, 131_072],
  )
})

const bombs: Readonly<Record<string, string>> = {
  'many memories': `
    const kept = []
    for (;;) {
      const memory = new WebAssembly.Memory({ initial: 512 })
      new Uint8Array(memory.buffer).fill(1)
      kept.push(memory)
    }`,
  'one that grows': `
    const memory = new WebAssembly.Memory({ initial: 1 })
    for (;;) {
      memory.grow(100)
      new Uint8Array(memory.buffer).fill(1)
    }`,
  'shared ones': `
    const kept = []
    for (;;) {
      const memory = new WebAssembly.Memory({ initial: 512, maximum: 512, shared: true })
      new Uint8Array(memory.buffer).fill(1)
      kept.push(memory)
    }`,
  tables: `
    const kept = []
    for (;;) kept.push(new WebAssembly.Table({ element: 'anyfunc', initial: 9e6 }))`,
}

for (const [name, body] of Object.entries(bombs)) {
  test(`memory without end is the memory limit: ${name}`, async () => {
    assert.equal((await programs.execute(body)).error, memoryText)
  })
}

const loops = { EMPTY_LOOP, COUNTING_LOOP, NESTED_LOOP, STORING_LOOP }

for (const [name, module] of Object.entries(loops)) {
  test(`a loop without end is a timeout: ${name}`, async () => {
    const { error } = await programs.execute(
      `new WebAssembly.Instance(new WebAssembly.Module(${bytesOf(module)})).exports.f()`,
      { timeout: 300 },
    )
    assert.equal(error, new ExecutionTimeoutError(300).message)
  })
}
