// What the host tells the guest half of one run. It crosses as a literal in the entry's source.

/** One global object of bindings. `names` are in the order of `firstIndex` and the numbers after it. */
export type NamespaceSettings = {
  global: string
  firstIndex: number
  names: Array<string>
  errorClass?: { name: string; memberNameProperty: string }
}

export type GuestSettings = {
  /** Values cross as structured clones, or as JSON alone. */
  values: 'clone' | 'json'
  namespaces: Array<NamespaceSettings>
  /** UTF-8 bytes of the completion value, and of the text of a failure. */
  valueLimit: number
  /** UTF-16 units of one text that a program logs. */
  lineLimit: number
}

/** The provider name of what the runtime itself sends: an answer too long for one message, in parts. */
export const ANSWER_CHANNEL = ''

/** What stands at the end of a completion value that was cut. */
export const VALUE_MARK = '… [truncated]'

/** The texts of values that cannot cross, which the published contract pins where values are JSON. */
export const JSON_TEXTS = {
  arguments: 'binding arguments must be lossless JSON',
  resolution: 'binding resolution must be lossless JSON',
} as const
