// The suite's web server as an outbound function: files below the root, and nothing computed.

import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { OutboundFetchFn, OutboundResponseMessage } from '@supolka/codemode-executor'

/** The address under which every test believes to live. */
export const ORIGIN = 'http://web-platform.test:8000'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

/** The one handler in Python that tests of FormData need: it answers with the request's own body. */
const ECHO = '/fetch/api/resources/echo-content.py'

/** Other handlers are not run: they answer 501, as anything that is not a file answers 404. */
export function serveFiles(root: string): OutboundFetchFn {
  return async ({ url, method, body: sent }) => {
    const { origin, pathname, searchParams } = new URL(url)
    if (origin !== ORIGIN) throw new Error(`The suite has no server at ${origin}.`)
    const path = decodeURIComponent(pathname)
    if (path === ECHO) return { ...answer(200, 'OK'), body: sent ?? new ArrayBuffer(0) }
    if (extname(path) === '.py') return answer(501, 'Not Implemented')
    const body = await contentOf(join(root, normalize(path)))
    if (body === undefined) return answer(404, 'Not Found')
    const headers = await headersFor(join(root, normalize(path)), searchParams.get('pipe') ?? '')
    return { ...answer(200, 'OK'), headers, body: method === 'HEAD' ? new ArrayBuffer(0) : body }
  }
}

function answer(status: number, statusText: string): OutboundResponseMessage {
  return { status, statusText, headers: [], body: new ArrayBuffer(0) }
}

async function contentOf(file: string): Promise<ArrayBuffer | undefined> {
  try {
    const bytes = await readFile(file)
    return new Uint8Array(bytes).buffer
  } catch {
    // A folder, or nothing: either way the server has no such file.
    return undefined
  }
}

/** A header comes from the request's own pipe, else from the file's neighbour, else by its type. */
async function headersFor(file: string, pipe: string): Promise<Array<[string, string]>> {
  const headers = new Map([['content-type', TYPES[extname(file)] ?? 'text/plain']])
  const beside = await contentOf(`${file}.headers`)
  const text = beside === undefined ? '' : new TextDecoder().decode(beside)
  for (const [, name = '', value = ''] of text.matchAll(/^([\w-]+):\s*(.*)$/gm)) {
    headers.set(name.toLowerCase(), value.trim())
  }
  for (const [, name = '', value = ''] of pipe.matchAll(/header\(([\w-]+),([^)]*)\)/g)) {
    headers.set(name.toLowerCase(), value)
  }
  return [...headers]
}
