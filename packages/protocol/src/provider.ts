// What a request says of one tool namespace.

/** Names a provider and lists its tools. `tools` records what the caller told its model about. */
export type ProviderDescriptor = {
  name: string
  tools: Array<string>
  /**
   * Sends the arguments of a call as a list even where there is only one. Without it a lone argument
   * travels as it is, and only several of them as a list.
   */
  positionalArgs?: boolean
  /** Source that runs in the entry scope after every proxy is declared. */
  prelude?: string
  /**
   * Source that replaces the generated proxy: an expression whose value becomes the provider, or
   * declarations (`const`, `let`, `var`) among which is the provider's name.
   */
  proxySource?: string
}

/** A descriptor with what the contract names and nothing else, so that no more of a caller's object goes on. */
export function copyProvider(provider: ProviderDescriptor): ProviderDescriptor {
  const { name, tools, positionalArgs, prelude, proxySource } = provider
  return {
    name,
    tools: [...tools],
    ...(positionalArgs !== undefined && { positionalArgs }),
    ...(prelude !== undefined && { prelude }),
    ...(proxySource !== undefined && { proxySource }),
  }
}
