// Programs that take more memory than the limit, on every path that allocates.

import { bombBounds, bombed } from '../endings.ts'
import { answers } from '../expectation.ts'
import type { HostileCase } from '../hostile-case.ts'

const heapBombs: Record<string, string> = {
  'array-fill-60m': 'async () => { return new Array(1024 * 1024 * 60).fill().length }',
  'spread-string': `async () => { return [...'.'.repeat(5e8)].length }`,
  objects: `async () => { const a = []; for (let i = 0; ; i++) a.push({ i, s: 'k' + i }) }`,
  'set-strings': `async () => { const s = new Set(); for (let i = 0; ; i++) s.add('key-' + i) }`,
  closures: `async () => {
    const a = []
    for (;;) {
      const b = new Array(100)
      a.push(() => b)
    }
  }`,
  'microtask-queue': 'async () => { for (;;) Promise.resolve().then(() => {}) }',
  'errors-retained': `async () => { const a = []; for (;;) a.push(new Error('x'.repeat(1000))) }`,
  'strings-unique': `async () => {
    const a = []
    for (let i = 0; ; i++) a.push(('x'.repeat(1e6) + i).slice(1))
  }`,
  'arraybuffer-slices': `async () => {
    const b = new ArrayBuffer(8 << 20),
      a = []
    for (;;) a.push(b.slice(0))
  }`,
}

// Allocated outside the isolate's own limit unless the runtime removes the door.
const bufferBombs: Record<string, string> = {
  'resizable-ctor-via-buffer-constructor': `async () => {
    const C = new Uint8Array(8).buffer.constructor,
      a = []
    for (let i = 0; i < 40; i++) {
      const b = new C(1 << 26, { maxByteLength: 1 << 26 })
      new Uint8Array(b).fill(1)
      a.push(b)
    }
    return 'GREW ' + a.length
  }`,
  'resizable-subclass': `async () => {
    class X extends ArrayBuffer {
      constructor(n) {
        super(n, { maxByteLength: n })
      }
    }
    const a = []
    for (let i = 0; i < 40; i++) {
      const b = new X(1 << 26)
      new Uint8Array(b).fill(1)
      a.push(b)
    }
    return 'GREW ' + a.length
  }`,
  'resizable-transfer': `async () => {
    let b = new ArrayBuffer(8, { maxByteLength: 1 << 30 })
    b = b.transfer(1 << 30)
    new Uint8Array(b).fill(1)
    return 'GREW ' + b.byteLength
  }`,
  'wasm-memory-grow': `async () => {
    const m = new WebAssembly.Memory({ initial: 1, maximum: 32768 })
    for (let i = 0; i < 20; i++) {
      m.grow(1000)
      new Uint8Array(m.buffer).fill(1)
    }
    return 'GREW ' + m.buffer.byteLength
  }`,
  'wasm-many-memories': `async () => {
    const a = []
    for (let i = 0; i < 200; i++) {
      const m = new WebAssembly.Memory({ initial: 160 })
      new Uint8Array(m.buffer).fill(1)
      a.push(m)
    }
    return 'GREW ' + a.length
  }`,
  'wasm-table': `async () => {
    const t = new WebAssembly.Table({ element: 'anyfunc', initial: 9e6 })
    return 'GREW ' + t.length
  }`,
}

function bomb(id: string, code: string, maxTreeMb = bombBounds.maxTreeMb): HostileCase {
  return { id, basis: 'common', code, expect: bombed, ...bombBounds, maxTreeMb }
}

export const memoryCases: Array<HostileCase> = [
  ...Object.entries(heapBombs).map(([id, code]) => bomb(id, code)),
  ...Object.entries(bufferBombs).map(([id, code]) => bomb(id, code, 900)),
  {
    id: 'rope-flatten',
    basis: 'common',
    code: `async () => {
      let s = 'x'.repeat(1e6)
      for (let i = 0; i < 8; i++) s = s + s
      const k = []
      for (let i = 0; ; i++) {
        const t = s + i
        t.charCodeAt(3)
        k.push(t)
      }
    }`,
    expect: bombed,
    ...bombBounds,
  },
  {
    id: 'json-parse-deep',
    basis: 'common',
    code: `async () => {
      let n = 0
      try {
        JSON.parse('['.repeat(1e6) + ']'.repeat(1e6))
      } catch (e) {
        n = 1
      }
      return 'survived'
    }`,
    expect: { settled: true },
    ...bombBounds,
  },
  {
    id: 'json-stringify-dup',
    basis: 'common',
    code: `async () => {
      const a = Array(1000).fill('x'.repeat(1000))
      const b = Array(1000).fill(a)
      return JSON.stringify(b).length
    }`,
    expect: { settled: true },
    ...bombBounds,
  },
  {
    id: 'intl-segmenter',
    basis: 'common',
    code: `async () => [...new Intl.Segmenter().segment('x'.repeat(2e6))].length`,
    expect: { settled: true },
    ...bombBounds,
  },
  {
    id: 'structured-clone-bomb',
    basis: 'common',
    code: `async () => {
      if (typeof structuredClone === 'undefined') return 'absent'
      let o = {}
      for (let i = 0; i < 25; i++) o = { a: o, b: o }
      const a = []
      for (;;) a.push(structuredClone(Array(1e5).fill('x')))
    }`,
    expect: { oneOf: [answers('absent'), bombed] },
    ...bombBounds,
  },
  {
    id: 'base64-and-encoder',
    basis: 'common',
    code: `async () => {
      const a = []
      for (;;) {
        if (typeof btoa !== 'undefined') a.push(btoa('x'.repeat(1e6)))
        else throw new Error('absent')
        if (typeof TextEncoder !== 'undefined')
          a.push(new TextEncoder().encode('é'.repeat(1e6)))
      }
    }`,
    expect: bombed,
    ...bombBounds,
  },
  {
    id: 'readable-stream-flood',
    basis: 'common',
    code: `async () => {
      if (typeof ReadableStream === 'undefined') return 'absent'
      const s = new ReadableStream(
        {
          pull(c) {
            c.enqueue(new Uint8Array(1 << 20))
          },
        },
        { highWaterMark: 1e9 },
      )
      const r = s.getReader()
      const k = []
      for (;;) k.push(await r.read())
    }`,
    expect: { oneOf: [answers('absent'), bombed] },
    ...bombBounds,
  },
  {
    id: 'oom-in-timer',
    basis: 'common',
    code: `async () => {
      const a = []
      setInterval(() => {
        for (let i = 0; i < 1000; i++) a.push(new Array(1000).fill({}))
      }, 0)
      await new Promise(() => {})
    }`,
    expect: bombed,
    ...bombBounds,
    maxWallMs: 12000,
  },
]
