// The one crossing between the guest runtime and the child, as the guest sees it, in two gaits. Only
// strings and numbers cross. A program has no path to either.

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

type Post = (...fields: Parameters<Bridge>) => void

/** The core's bundle is a function of the bridge, by the name every bundle uses, and of the post. */
declare const runtime: Bridge
declare const post: Post

/** The guest blocks until the child took the message, so it can neither outrun nor starve the child. */
export const bridge: Bridge = runtime

/**
 * The guest goes on at once, which saves it a sleep, and hears no answer. For calls and the outcome
 * only: their number and size are bounded before they cross, as nothing slows the guest down here.
 */
export const postToChild: Post = post
