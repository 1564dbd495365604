// Shapes of the parts used of whatwg-url and tr46, which have no declarations of their own. The
// bundler gives each CommonJS module one default export.

declare module 'whatwg-url/webidl2js-wrapper.js' {
  type Interface = {
    install(globalObject: object, globalNames: ReadonlyArray<string>): void
    is(value: unknown): boolean
    convert(globalObject: object, value: unknown): { toString(): string }
  }
  const wrapper: { URL: Interface; URLSearchParams: Interface }
  export default wrapper
}

declare module 'whatwg-url/lib/url-state-machine.js' {
  type UrlRecord = {
    scheme: string
    username: string
    password: string
    host: string | number | Array<number> | null
    port: number | null
    path: string | Array<string>
    query: string | null
    fragment: string | null
  }
  const stateMachine: {
    parseURL(input: string, options?: { baseURL?: UrlRecord | null }): UrlRecord | null
    serializeURL(url: UrlRecord, excludeFragment?: boolean): string
    serializeURLOrigin(url: UrlRecord): string
  }
  export default stateMachine
}

declare module 'whatwg-url/lib/urlencoded.js' {
  const urlencoded: { parseUrlencodedString(text: string): Array<[string, string]> }
  export default urlencoded
}

declare module 'tr46/index.js' {
  const tr46: { toASCII(domain: string, options: object): string | null }
  export default tr46
}
