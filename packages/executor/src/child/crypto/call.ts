// A call of a method of SubtleCrypto as it comes from the guest: JSON with numbers for keys, and texts
// with one byte for each character.

export type Algorithm = { name: string; [parameter: string]: unknown }

/** Which of them a method has is known by what performs it. */
type CallArguments = {
  algorithm?: Algorithm
  /** What a derived key is to be. */
  derived?: Algorithm
  /** What an unwrapped key is to be. */
  unwrapped?: Algorithm
  format?: string
  key?: number
  wrappingKey?: number
  unwrappingKey?: number
  jwk?: object
  length?: number | null
  extractable?: boolean
  usages?: Array<string>
}

export type Call = {
  method: string
  args: CallArguments
  first: Buffer | undefined
  second: Buffer | undefined
}

/** The fields as the bridge carries them. */
export type CallTexts = {
  id: number
  method: string
  args: string
  first: string | undefined
  second: string | undefined
}

/** Bytes that the texts stand for. */
export function sizeOf({ args, first, second }: CallTexts): number {
  return args.length + (first?.length ?? 0) + (second?.length ?? 0)
}

export function readCall({ args, method, first, second }: CallTexts): Call {
  return {
    method,
    // The guest runtime made this text; what it says is checked by Node's own implementation.
    args: JSON.parse(args) as CallArguments,
    first: first === undefined ? undefined : Buffer.from(first, 'latin1'),
    second: second === undefined ? undefined : Buffer.from(second, 'latin1'),
  }
}
