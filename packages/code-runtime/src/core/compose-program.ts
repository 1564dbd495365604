// A program as code for an executor: the guest half as a provider, and the program as an arrow that gets
// its names from an outer one, so that it may declare them again. Its first line is line 2 of the code.

import type { ProviderDescriptor } from '@supolka/codemode-executor-protocol'
import type { GuestSettings } from '../guest/settings.ts'
import { GUEST_SOURCE } from '#guest-source'

/** Lines of the code in front of the program. */
export const LINES_BEFORE = 1

const RUNTIME = '__codeRuntime'

/**
 * Text that is an unused value in code, and an illegal token right behind a template or a comment that
 * the text before it left open.
 */
const GUARD = '`\\\\*/\\\\`'

/**
 * The program stands twice, and only the first one runs. The first closes with `}` and then `,`, the second
 * with `}` and then `:`, and an arrow's body can be followed by nothing else; so what closes the body that
 * it did not open, or leaves one open, fits one of the two and is a syntax error in the other.
 */
export function composeCode(body: string, names: Array<string>): string {
  const arrow = `(${names.join(', ')}) => async () => {\n${body}\n}`

  return `() => ${RUNTIME}(globalThis, ${arrow}, ${GUARD}, () => [1 ? ${arrow} : 0])`
}

/** The provider whose value is the guest half. Its dispatch answers by its namespaces' names. */
export function composeProvider(settings: GuestSettings): ProviderDescriptor {
  return { name: RUNTIME, tools: [], proxySource: `${GUEST_SOURCE}(${quote(settings)})` }
}

/** JSON is JavaScript; but the two separators would count as line terminators. */
function quote(settings: GuestSettings): string {
  return JSON.stringify(settings)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
}
