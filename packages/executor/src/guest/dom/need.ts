// Typed access to the exports of other groups, which load on first use.

type Groups = {
  dom: typeof import('./group.ts')
  text: typeof import('../text/group.ts')
  url: typeof import('../url/group.ts')
  idna: typeof import('../idna/group.ts')
  streams: typeof import('../streams/group.ts')
  blob: typeof import('../blob/group.ts')
  fetch: typeof import('../fetch/group.ts')
  crypto: typeof import('../crypto/group.ts')
  clone: typeof import('../clone/group.ts')
  messaging: typeof import('../messaging/group.ts')
}

export const need = <G extends keyof Groups>(group: G): Groups[G] =>
  runtime.need(group) as Groups[G]
