// The names that every executor puts in the scope of its entry. In the bundle this module stands in for the
// protocol package.

/* oxlint-disable no-underscore-dangle -- the contract names them so */

declare const __dispatch: (provider: string, tool: string, argsJson: string) => Promise<string>
declare const __decodeBase64: (text: string) => Uint8Array
declare const __encodeBinaryValue: (value: unknown) => { data: string } | undefined

/** Sends a call to the host; the promise is of its envelope. Only where there is such a scope. */
export const dispatch: typeof __dispatch = (provider, tool, argsJson) =>
  __dispatch(provider, tool, argsJson)
export const decodeBase64: typeof __decodeBase64 = (text) => __decodeBase64(text)
export const encodeBinaryValue: typeof __encodeBinaryValue = (value) => __encodeBinaryValue(value)
