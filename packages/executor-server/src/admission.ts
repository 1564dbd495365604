// Decides who may open a connection, before the WebSocket is. A refusal is an HTTP answer in words.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { TOKEN_SUBPROTOCOL_PREFIX, WIRE_SUBPROTOCOL } from '@supolka/codemode-executor-protocol'
import type { RefusalReason } from './metrics.ts'
import type { ServerSettings } from './options.ts'
import { refuseReplica, type ReplicaTerms } from './refuse-replica.ts'

/** A connection that is turned away. */
export type Refusal = { status: number; reason: RefusalReason; text: string }

/** What admission looks at. */
export type AdmissionTerms = Pick<
  ServerSettings,
  'path' | 'token' | 'authenticate' | 'origins' | 'keepaliveInterval'
> &
  ReplicaTerms

/** How long a hook may take to decide, in milliseconds: one interval of the keepalive within these. */
const MIN_PATIENCE_MS = 1_000
const MAX_PATIENCE_MS = 10_000

/** What is wrong with a request for a WebSocket, or undefined when it may have one. */
export async function findRefusal(
  request: IncomingMessage,
  terms: AdmissionTerms,
): Promise<Refusal | undefined> {
  return (
    refuseRoute(request, terms) ??
    refuseOrigin(request, terms) ??
    (await refuseCaller(request, terms)) ??
    refuseReplica(request, terms)
  )
}

/** The path of a request without its query; undefined when there is none that can be read. */
export function pathOf({ url = '' }: IncomingMessage): string | undefined {
  return url.startsWith('/') ? url.split('?', 1)[0] : undefined
}

/** Room is left for other wires: they would come by another path or another subprotocol. */
function refuseRoute(request: IncomingMessage, { path }: AdmissionTerms): Refusal | undefined {
  if (pathOf(request) !== path) {
    return {
      status: 404,
      reason: 'path',
      text: `Nothing is served here. The executor is at ${path}.`,
    }
  }
  const offered = subprotocolsOf(request)
  if (offered.length === 0 || offered.includes(WIRE_SUBPROTOCOL)) return undefined

  return {
    status: 426,
    reason: 'subprotocol',
    text: `The executor speaks the WebSocket subprotocol ${WIRE_SUBPROTOCOL}, or none.`,
  }
}

/** The subprotocols that a request offers, in order. */
export function subprotocolsOf({ headers }: IncomingMessage): Array<string> {
  const offered = headers['sec-websocket-protocol'] ?? ''

  return offered
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Any page can open a WebSocket to any server, so a browser's word on whose page it is decides. */
function refuseOrigin(
  { headers: { origin } }: IncomingMessage,
  { origins }: AdmissionTerms,
): Refusal | undefined {
  if (origin === undefined || origins.includes('*') || origins.includes(origin)) return undefined

  return { status: 403, reason: 'origin', text: 'Pages of this origin may not connect.' }
}

async function refuseCaller(
  request: IncomingMessage,
  terms: AdmissionTerms,
): Promise<Refusal | undefined> {
  if (await isAuthentic(request, terms)) return undefined

  return {
    status: 401,
    reason: 'authentication',
    text: 'The connection brings no token, or not the right one.',
  }
}

/** Whether a request brings what the server asks for. A hook that throws or waits too long has not agreed. */
export async function isAuthentic(
  request: IncomingMessage,
  terms: Pick<AdmissionTerms, 'token' | 'authenticate' | 'keepaliveInterval'>,
): Promise<boolean> {
  const { token, authenticate, keepaliveInterval } = terms
  if (token !== undefined && !bringsToken(request, token)) return false
  if (authenticate === undefined) return true
  const decided = new AbortController()
  const patience = Math.max(MIN_PATIENCE_MS, Math.min(MAX_PATIENCE_MS, keepaliveInterval))
  try {
    const isLetIn: unknown = await Promise.race([
      authenticate(request),
      setTimeout(patience, false, { signal: decided.signal, ref: false }),
    ])

    return isLetIn === true
  } catch {
    // What the hook could not decide is not let in; its own text may hold secrets.
    return false
  } finally {
    decided.abort()
  }
}

/** By header, or by subprotocol where no header can be set. */
function bringsToken(request: IncomingMessage, token: string): boolean {
  const [, header] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const offered = subprotocolsOf(request)
    .filter((name) => name.startsWith(TOKEN_SUBPROTOCOL_PREFIX))
    .map((name) => Buffer.from(name.slice(TOKEN_SUBPROTOCOL_PREFIX.length), 'base64url'))
  const brought = header === undefined ? offered : [Buffer.from(header), ...offered]

  return brought.some((bytes) => isEqual(bytes, Buffer.from(token)))
}

/** In a time that tells nothing of where two texts differ, nor of how long the right one is. */
function isEqual(left: Buffer, right: Buffer): boolean {
  const [one, other] = [left, right].map((bytes) => createHash('sha256').update(bytes).digest())

  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
