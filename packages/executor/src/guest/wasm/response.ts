// The bytes of a Response that the streaming operations compile, once they know it is what they want.

import { need } from '../dom/need.ts'
import { uncurryThis } from '../dom/webidl.ts'

const WASM_TYPE = 'application/wasm'

type Reading = {
  isOk: (response: unknown) => boolean
  typeOf: (response: unknown) => string | null
  bytesOf: (response: unknown) => Promise<ArrayBuffer>
}

const getterOf = (prototype: object, key: string): ((self: unknown) => never) =>
  uncurryThis(Object.getOwnPropertyDescriptor(prototype, key)?.get as (this: unknown) => never)

const prepare = (): Reading => {
  const { Headers, Response } = need('fetch')
  const headersOf = getterOf(Response.prototype, 'headers')
  const getHeader = uncurryThis(Headers.prototype.get)
  const { arrayBuffer } = Response.prototype as unknown as {
    arrayBuffer: (this: unknown) => Promise<ArrayBuffer>
  }

  return {
    isOk: getterOf(Response.prototype, 'ok'),
    typeOf: (response) => getHeader(headersOf(response), 'content-type'),
    bytesOf: uncurryThis(arrayBuffer),
  }
}

let reading: Reading | undefined

/** Rejects with a TypeError for anything but a good Response of the right type. */
export const bytesOfResponse = async (source: unknown, operation: string): Promise<ArrayBuffer> => {
  reading ??= prepare()
  const { isOk, typeOf, bytesOf } = reading
  const response = await source
  if (!isOk(response)) throw new TypeError(`WebAssembly.${operation}(): The response is not ok.`)
  const type = typeOf(response)?.trim().toLowerCase()
  if (type !== WASM_TYPE) {
    throw new TypeError(
      `WebAssembly.${operation}(): The type of the response is ${type ?? 'not given'}, not ${WASM_TYPE}.`,
    )
  }
  return bytesOf(response)
}
