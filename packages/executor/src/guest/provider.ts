// The generated proxy of one provider: property access becomes a tool call in the dispatch grammar.

import {
  OUTSIDE_ENVELOPE_MESSAGE,
  parseForDispatch,
  stringifyForDispatch,
} from '@supolka/codemode-executor-protocol'
import { dispatchCall } from './dispatch.ts'
import {
  appendTo,
  charCodeAt,
  create,
  defineValue,
  hasOwn,
  joinTexts,
  NativeError,
  NativeProxy,
  reflectGet,
  toText,
} from './intrinsics.ts'

const OPEN_BRACKET = 0x5b

/** What a proxy is made of; the composed entry passes the descriptor as it was validated. */
export type ProviderShape = { name: string; tools: Array<string>; positionalArgs?: boolean }

/**
 * A provider that can be awaited, returned and logged: symbols read `undefined`, and so do `then` and
 * `toJSON` unless they are listed. Every other string is a tool. Listed tools are own properties, so
 * `Object.keys` and `in` show them, and a prelude or the program may define more.
 */
export function createProvider(shape: ProviderShape): object {
  const target = create(null)
  const positional = shape.positionalArgs === true
  const toolOf = (name: string): ((...args: Array<unknown>) => Promise<unknown>) => {
    return (...args) => callTool(shape.name, name, args, positional)
  }
  for (let index = 0; index < shape.tools.length; index++) {
    const tool = shape.tools[index]
    if (tool !== undefined) defineValue(target, tool, toolOf(tool))
  }
  const traps = create(null) as ProxyHandler<object>
  traps.get = (own, key) => {
    if (hasOwn(own, key)) return reflectGet(own, key)
    if (typeof key === 'symbol' || key === 'then' || key === 'toJSON') return undefined

    return toolOf(key)
  }

  return new NativeProxy(target, traps)
}

/** Async, so that arguments JSON cannot carry reject the call like everything else that fails it. */
async function callTool(
  provider: string,
  tool: string,
  args: Array<unknown>,
  positional: boolean,
): Promise<unknown> {
  const argsJson = composeArguments(args, positional)
  const envelope = parseEnvelope(await dispatchCall(provider, tool, argsJson))
  // Presence of the key decides: an empty error text is still an error. Own keys only, since a
  // program may put `error` on Object.prototype.
  if (hasOwn(envelope, 'error')) throw new NativeError(toText(reflectGet(envelope, 'error')))

  return hasOwn(envelope, 'result') ? reflectGet(envelope, 'result') : undefined
}

function parseEnvelope(text: string): object {
  let envelope: unknown
  try {
    envelope = parseForDispatch(text)
  } catch {
    // Text that is no JSON is outside the envelope like any other value that is no object.
  }
  if (typeof envelope !== 'object' || envelope === null) {
    throw new NativeError(OUTSIDE_ENVELOPE_MESSAGE)
  }

  return envelope
}

/**
 * Arguments in the dispatch grammar: nothing, one payload, or a list. A lone argument whose JSON is an
 * array is wrapped, so that it is not mistaken for a list. Trailing `undefined`s are left out of a
 * list, which is how JSON says them.
 */
function composeArguments(args: Array<unknown>, positional: boolean): string {
  let count = args.length
  while (count > 0 && args[count - 1] === undefined) count -= 1
  if (count === 0) return ''
  if (count === 1 && !positional) {
    const text = stringifyForDispatch(args[0])
    if (text === undefined) return ''

    return charCodeAt(text, 0) === OPEN_BRACKET ? `[${text}]` : text
  }
  const texts: Array<string> = []
  for (let index = 0; index < count; index++) {
    appendTo(texts, stringifyForDispatch(args[index]) ?? 'null')
  }

  return `[${joinTexts(texts, ',')}]`
}
