import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import {
  createCodemodeExecutor,
  type CodemodeProvider,
  type CodemodeTool,
} from '@supolka/cloudflare-codemode-executor/codemode'
import { onEachExecutor } from './on-each-executor.ts'

const codemode = (fns: Record<string, CodemodeTool> = {}): Array<CodemodeProvider> => [
  { name: 'codemode', fns },
]

onEachExecutor((executor) => {
  const adapter = createCodemodeExecutor(executor)

  test('a Uint8Array in an argument and in an answer stays one', async () => {
    const outcome = await adapter.execute(
      `async () => {
        const bytes = await codemode.accept({ bytes: new Uint8Array([1, 2, 3]) })
        return { isBytes: bytes instanceof Uint8Array, values: Array.from(bytes) }
      }`,
      codemode({
        accept: async (input: unknown): Promise<unknown> => {
          const { bytes } = input as { bytes: unknown }
          ok(bytes instanceof Uint8Array)

          return bytes
        },
      }),
    )
    deepEqual(outcome, { result: { isBytes: true, values: [1, 2, 3] }, logs: [] })
  })

  test('a Uint8Array as the second of two arguments stays one', async () => {
    const outcome = await adapter.execute(
      `async () => {
        const bytes = await state.accept('/x.bin', new Uint8Array([1, 2, 3]))
        return { isBytes: bytes instanceof Uint8Array, values: Array.from(bytes) }
      }`,
      [
        {
          name: 'state',
          fns: {
            accept: async (path: unknown, bytes: unknown): Promise<unknown> => {
              equal(path, '/x.bin')
              deepEqual(bytes, Uint8Array.of(1, 2, 3))

              return bytes
            },
          },
        },
      ],
    )
    deepEqual(outcome.result, { isBytes: true, values: [1, 2, 3] })
  })

  test('an ArrayBuffer stays one on both ways', async () => {
    const outcome = await adapter.execute(
      `async () => {
        const buffer = await codemode.accept({ buffer: new Uint8Array([4, 5, 6]).buffer })
        return { isBuffer: buffer instanceof ArrayBuffer, values: Array.from(new Uint8Array(buffer)) }
      }`,
      codemode({
        accept: async (input: unknown): Promise<unknown> => {
          const { buffer } = input as { buffer: unknown }
          ok(buffer instanceof ArrayBuffer)
          deepEqual(new Uint8Array(buffer), Uint8Array.of(4, 5, 6))

          return buffer
        },
      }),
    )
    deepEqual(outcome.result, { isBuffer: true, values: [4, 5, 6] })
  })

  test('only the bytes that a view shows cross', async () => {
    const outcome = await adapter.execute(
      `async () => {
        const view = new Uint8Array([10, 20, 30, 40]).subarray(1, 3)
        return Array.from(await codemode.accept({ bytes: view }))
      }`,
      codemode({
        accept: async (input: unknown): Promise<unknown> => {
          const { bytes } = input as { bytes: unknown }
          deepEqual(bytes, Uint8Array.of(20, 30))

          return bytes
        },
      }),
    )
    deepEqual(outcome.result, [20, 30])
  })

  test('a Buffer that a tool answers with arrives as its bytes', async () => {
    const outcome = await adapter.execute(
      'async () => { const { file } = await codemode.read(); return [file instanceof Uint8Array, file[1]] }',
      codemode({ read: async () => ({ file: Buffer.from([7, 8]) }) }),
    )
    deepEqual(outcome.result, [true, 8])
  })
})
