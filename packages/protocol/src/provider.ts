// What a request says of one tool namespace.

/** Names a provider and lists its tools. `tools` records what the caller told its model about. */
export type ProviderDescriptor = {
  name: string
  tools: Array<string>
  /** Passes every call argument; otherwise the first one is the tool's only argument. */
  positionalArgs?: boolean
  /** Source that runs in the entry scope after every proxy is declared. */
  prelude?: string
  /** Source that replaces the generated proxy: an expression whose value becomes the provider. */
  proxySource?: string
}
