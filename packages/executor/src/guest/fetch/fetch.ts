// fetch: one request through the run's outbound setting, hop by hop.

import {
  OutboundDisabledError,
  type OutboundResponseMessage,
  PAYLOAD_LIMIT,
  PayloadTooLargeError,
} from '@supolka/codemode-executor-protocol'
import { need } from '../dom/need.ts'
import { requireArguments, uncurryThis } from '../dom/webidl.ts'
import { exactBuffer, viewOfSource } from '../text/buffer-source.ts'
import { type Body, consume, type Content, failBody, isUnusable } from './body.ts'
import { fetchDataUrl } from './data-url.ts'
import { copyHeaderList } from './header-list.ts'
import { headerListOf } from './headers.ts'
import { checkIntegrity } from './integrity.ts'
import { type Hop, redirectHop } from './redirect.ts'
import { internalsOf, Request } from './request.ts'
import { isRedirectStatus, type Response, responseInternals } from './response.ts'
import { responseFromMessage } from './response-message.ts'

type Internals = ReturnType<typeof internalsOf>
/** Promises carry objects in a box that no `then` on Object.prototype can reach. */
type Box = { __proto__: null; response: Response }
type MessageBox = { __proto__: null; message: OutboundResponseMessage }

const then = uncurryThis(
  Promise.prototype.then as (
    this: Promise<OutboundResponseMessage>,
    onAnswer: (message: OutboundResponseMessage) => void,
    onError: (error: unknown) => void,
  ) => unknown,
)

const messageOf = (error: unknown): string => {
  if (typeof error === 'object' && error !== null) {
    const { message } = error as { message?: unknown }
    if (typeof message === 'string' && message !== '') return message
  }
  return 'fetch failed: the request could not be performed.'
}

/** One exchange, given up when the signal aborts. */
const exchange = (hop: Hop, signal: object): Promise<MessageBox> =>
  new Promise((resolve, reject) => {
    const { abortReason, addAbortAlgorithm, isAborted, removeAbortAlgorithm } = need('dom')
    if (isAborted(signal)) {
      reject(abortReason(signal))
      return
    }
    const under = runtime.exchange({
      method: hop.method,
      url: need('url').serializeURL(hop.url, true),
      headers: copyHeaderList(hop.headers).entries,
      body: hop.body === null ? null : exactBuffer(hop.body),
    })
    const onAbort = (): void => {
      under.cancel()
      reject(abortReason(signal))
    }
    addAbortAlgorithm(signal, onAbort)
    then(
      under.response,
      (message) => {
        removeAbortAlgorithm(signal, onAbort)
        resolve({ __proto__: null, message })
      },
      (error) => {
        removeAbortAlgorithm(signal, onAbort)
        reject(new TypeError(messageOf(error)))
      },
    )
  })

const locationOf = (headers: ReadonlyArray<[string, string]>): string | undefined =>
  headers.find((pair) => pair[0] === 'location')?.[1]

/** Fails the body if the signal aborts before it is read. */
const bindBody = (body: Body, signal: object): void => {
  const { abortReason, addAbortAlgorithm, removeAbortAlgorithm } = need('dom')
  const onAbort = (): void => failBody(body, abortReason(signal))
  addAbortAlgorithm(signal, onAbort)
  body.onTaken = () => removeAbortAlgorithm(signal, onAbort)
}

const followHops = async (internals: Internals, hop: Hop): Promise<Box> => {
  const { signal, state } = internals
  for (let redirects = 0; ; redirects++) {
    // oxlint-disable-next-line no-await-in-loop -- each hop depends on the one before
    const { message } = await exchange(hop, signal)
    const answered = { url: hop.url, redirected: redirects > 0, method: hop.method }
    const { body, headers, response, status } = responseFromMessage(message, answered)
    const location = isRedirectStatus(status) ? locationOf(headers) : undefined
    if (isRedirectStatus(status) && state.redirect === 'error') {
      throw new TypeError('fetch failed: the server redirected, and redirect is "error".')
    }
    if (location === undefined || state.redirect === 'manual') {
      if (body !== null) bindBody(body, signal)
      return { __proto__: null, response }
    }
    const most = runtime.maxRedirects()
    if (redirects >= most) throw new TypeError(`fetch failed: more than ${most} redirects.`)
    redirectHop(hop, status, location)
  }
}

const readBody = async (body: Body, signal: object): Promise<Content> => {
  if (isUnusable(body)) throw new TypeError('fetch: the body is locked or was already read.')
  const { abortReason, addAbortAlgorithm, removeAbortAlgorithm } = need('dom')
  let onAbort: (() => void) | undefined
  const content = await consume(body, (cancel) => {
    onAbort = (): void => cancel(abortReason(signal))
    addAbortAlgorithm(signal, onAbort)
  })
  if (onAbort !== undefined) removeAbortAlgorithm(signal, onAbort)
  return content
}

const cancelBody = (body: Body | null, reason: unknown): void => {
  if (body !== null && body.stream !== null && !isUnusable(body)) {
    need('streams').cancelStream(body.stream, reason)
  }
}

const sizeOf = (part: unknown): number => {
  if (typeof part === 'string') return part.length
  return viewOfSource(part)?.length ?? 0
}

/**
 * What is past the bound of a request as it stands is refused before it is parsed and copied, which
 * for text of this length takes seconds and more memory than a run has.
 */
const refuseOversize = (input: unknown, init: unknown): void => {
  const body: unknown =
    typeof init === 'object' && init !== null ? (init as { body?: unknown }).body : null
  const size = sizeOf(input) + sizeOf(body)
  if (size > PAYLOAD_LIMIT) {
    throw new TypeError(new PayloadTooLargeError('outbound request', size, PAYLOAD_LIMIT).message)
  }
}

/** Everything that can be refused before anything is sent. */
const admit = (given: number, input: unknown, init: unknown): Internals => {
  requireArguments(given, 1, 'fetch')
  if (runtime.outboundMode() === 'disabled') {
    throw new TypeError(new OutboundDisabledError().message)
  }
  refuseOversize(input, init)
  const internals = internalsOf(new Request(input, init))
  const { signal, state } = internals
  const { abortReason, isAborted } = need('dom')
  if (isAborted(signal)) {
    const reason = abortReason(signal)
    cancelBody(state.body, reason)
    // oxlint-disable-next-line typescript/only-throw-error -- the reason is the program's own value
    throw reason
  }
  const { scheme } = state.url
  if (scheme !== 'http' && scheme !== 'https' && scheme !== 'data') {
    throw new TypeError(
      `fetch failed: the scheme "${scheme}:" is not supported, use https: or http:.`,
    )
  }
  return internals
}

const firstHop = async ({ headers, signal, state }: Internals): Promise<Hop> => {
  const content = state.body === null ? null : await readBody(state.body, signal)
  return {
    __proto__: null,
    method: state.method,
    url: state.url,
    headers: copyHeaderList(headerListOf(headers)),
    body: content === null ? null : content.bytes,
    streamed: state.body !== null && state.body.stream !== null,
  } as Hop
}

// One async function around it all: a refusal rejects at once, without a turn between.
const perform = async (given: number, input: unknown, init: unknown): Promise<Response> => {
  const internals = admit(given, input, init)
  const { integrity, method, url } = internals.state
  const response =
    url.scheme === 'data'
      ? fetchDataUrl(url, method)
      : (await followHops(internals, await firstHop(internals))).response
  if (integrity !== '') {
    await checkIntegrity(responseInternals(response)?.body ?? null, integrity)
  }
  return response
}

/** Rejects with a TypeError for everything that fails, or with the reason of the signal. */
export const fetch: (input: unknown, init?: unknown) => Promise<Response> = {
  fetch(input: unknown, init: unknown = undefined): Promise<Response> {
    return perform(arguments.length, input, init)
  },
}.fetch
