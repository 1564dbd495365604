// What a program sees as a namespace of the dialect. The executor's own proxy would make bytes of an
// ArrayBuffer, so the sandbox gets one that writes and reads the dialect's tags.

import { DIALECT_TAG } from './codec.ts'

/** The name under which the sandbox's scope holds the function that makes namespaces. */
export const NAMESPACE_MAKER = '__codemodeNamespace'

/**
 * An expression for that function, which takes a name, the tools to show, and how many arguments of a
 * call cross. Text and not a function, since bundlers put names of their own into functions.
 */
export const MAKER_SOURCE: string = String.raw`(() => {
  const { parse, stringify } = JSON
  const { create, defineProperty, hasOwn } = Object
  const tag = '${DIALECT_TAG}'

  function encode(key, value) {
    if (typeof value !== 'object' || value === null) return value
    const source = this[key]
    const tagged = __encodeBinaryValue(source)
    if (tagged === undefined) return value
    const kind = source instanceof ArrayBuffer ? 'ArrayBuffer' : tagged[__BINARY_TAG]
    return { [tag]: kind, data: tagged.data }
  }

  function decode(key, value) {
    if (typeof value !== 'object' || value === null || !hasOwn(value, tag)) return value
    const bytes = __decodeBinaryValue({ [__BINARY_TAG]: 'Uint8Array', data: value.data })
    if (bytes === undefined) return value
    return value[tag] === 'ArrayBuffer' ? Uint8Array.from(bytes).buffer : bytes
  }

  async function call(name, tool, args) {
    let count = args.length
    while (count > 0 && args[count - 1] === undefined) count -= 1
    const text = count === 0 ? '' : stringify(args.slice(0, count), encode)
    const answer = await __dispatch(name, tool, text)
    const envelope = answer.includes(tag) ? parse(answer, decode) : parse(answer)
    if (hasOwn(envelope, 'error')) throw new Error(envelope.error)
    return envelope.result
  }

  return (name, tools, most) => {
    const target = create(null)
    const toolOf = (tool) => (...args) => call(name, tool, args.slice(0, most))
    for (const tool of tools) {
      const value = toolOf(tool)
      defineProperty(target, tool, { value, writable: true, enumerable: true, configurable: true })
    }
    return new Proxy(target, {
      get(own, key) {
        if (hasOwn(own, key)) return own[key]
        if (typeof key !== 'string' || key === 'then' || key === 'toJSON') return undefined
        return toolOf(key)
      },
    })
  }
})()`

/** An expression for one namespace. `most` bounds the arguments that cross; absent lets all of them. */
export function namespaceSource(name: string, tools: Array<string>, most?: number): string {
  return `${NAMESPACE_MAKER}(${JSON.stringify(name)}, ${JSON.stringify(tools)}, ${most ?? 'Infinity'})`
}
