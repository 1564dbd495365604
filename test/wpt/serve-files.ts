// The suite's web server as an outbound function: files below the root, and two of its handlers.

import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type {
  OutboundFetchFn,
  OutboundRequestMessage,
  OutboundResponseMessage,
} from '@supolka/codemode-executor'

/** The address under which every test believes to live. */
export const ORIGIN = 'http://web-platform.test:8000'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

/** What the archive holds in another place than the suite itself. */
const MOVED: Readonly<Record<string, string>> = {
  '/wasm/incrementer.wasm': '/wasm/webapi/resources/incrementer.wasm',
}

type Answer = OutboundResponseMessage
type Handler = (request: OutboundRequestMessage, query: URLSearchParams) => Answer

/** Stand-ins for the Python that tests cannot do without. */
const HANDLERS: Readonly<Record<string, Handler>> = {
  '/fetch/api/resources/echo-content.py': ({ body }) =>
    answer(200, 'OK', body ?? new ArrayBuffer(0)),
  '/wasm/webapi/status.py': (_request, query) => ({
    ...answer(Number(query.get('status')), ''),
    headers: [['content-type', 'application/wasm']],
  }),
}

/** Other handlers are not run: they answer 501, as anything that is not a file answers 404. */
export function serveFiles(root: string): OutboundFetchFn {
  return async (request) => {
    const { origin, pathname, searchParams } = new URL(request.url)
    if (origin !== ORIGIN) throw new Error(`The suite has no server at ${origin}.`)
    const path = decodeURIComponent(pathname)
    const handler = HANDLERS[path]
    if (handler !== undefined) return handler(request, searchParams)
    if (extname(path) === '.py') return answer(501, 'Not Implemented')
    const file = join(root, normalize(MOVED[path] ?? path))
    const body = await contentOf(file)
    if (body === undefined) return answer(404, 'Not Found')
    const headers = await headersFor(file, searchParams.get('pipe') ?? '')
    return { ...answer(200, 'OK', request.method === 'HEAD' ? undefined : body), headers }
  }
}

function answer(status: number, statusText: string, body = new ArrayBuffer(0)): Answer {
  return { status, statusText, headers: [], body }
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
