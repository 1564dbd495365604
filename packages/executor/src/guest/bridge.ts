// The one crossing between the guest runtime and the child, as the guest sees it. Only strings and
// numbers cross, and only through a synchronous callback: the guest blocks until the child took the
// message, so it can neither outrun nor starve the child. A program has no path to it.

/**
 * What the guest sends. Answers, where there are any, are texts:
 * - `log` level, text
 * - `calls` id, provider, tool, args of each call, one call after the other
 * - `request` id, method, url, headers as JSON, body as one byte for each character or nothing:
 *   answers a refusal, or nothing
 * - `cancel` id of a request
 * - `timer` milliseconds until the next `tick` is wanted
 * - `import` id, specifier: answers a refusal, or nothing
 * - `imported` id
 * - `mode`: answers the outbound mode of the run
 * - `redirects`: answers how many redirects a fetch follows
 * - `group` name: answers the source text of a group of web globals
 * - `done` outcome, text
 * - `invoked` status, status text, headers as JSON, body as one byte for each character
 * - `invoke-failed` text
 * - `crypto` id, method of SubtleCrypto, arguments as JSON, up to two texts with one byte for each
 *   character: answers a refusal, or nothing
 * - `entropy` size: answers so many random bytes, one for each character
 */
export type Bridge = (
  kind:
    | 'log'
    | 'calls'
    | 'request'
    | 'cancel'
    | 'timer'
    | 'import'
    | 'imported'
    | 'mode'
    | 'redirects'
    | 'group'
    | 'done'
    | 'invoked'
    | 'invoke-failed'
    | 'crypto'
    | 'entropy',
  first?: string | number,
  second?: string | number,
  third?: string,
  fourth?: string,
  fifth?: string,
) => string | undefined

/** The core's bundle is a function of the bridge; it goes by the name every bundle uses. */
declare const runtime: Bridge

export const bridge: Bridge = runtime
