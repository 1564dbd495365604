// Shapes of the parts used of whatwg-url and tr46, which have no declarations of their own.

declare module 'whatwg-url/webidl2js-wrapper.js' {
  type Interface = {
    install(globalObject: object, globalNames: ReadonlyArray<string>): void
    is(value: unknown): boolean
    convert(globalObject: object, value: unknown): { toString(): string }
  }
  export const URL: Interface
  export const URLSearchParams: Interface
}

declare module 'whatwg-url/lib/url-state-machine.js' {
  type Record = {
    scheme: string
    username: string
    password: string
    host: string | number | Array<number> | null
    port: number | null
    path: string | Array<string>
    query: string | null
    fragment: string | null
  }
  export const parseURL: (input: string, options?: { baseURL?: Record | null }) => Record | null
  export const serializeURL: (url: Record, excludeFragment?: boolean) => string
  export const serializeURLOrigin: (url: Record) => string
}

declare module 'tr46/index.js' {
  export const toASCII: (domain: string, options: object) => string | null
}

declare module 'whatwg-url/lib/urlencoded.js' {
  export const parseUrlencodedString: (text: string) => Array<[string, string]>
}
