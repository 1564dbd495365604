// The refusals of native fetch: requests that never leave the host, each with a text for the model.

/** Why a native request was refused. Every string in it comes from the request or the policy. */
export type OutboundRefusal =
  | { kind: 'url' }
  | { kind: 'scheme'; scheme: string }
  | { kind: 'credentials' }
  | { kind: 'host-name'; host: string }
  | { kind: 'port'; port: string }
  | { kind: 'not-allowed'; host: string; allowed: Array<string> }
  | { kind: 'denied'; host: string }
  | { kind: 'address'; host: string; isResolved: boolean; range: string }
  | { kind: 'method'; method: string }
  | { kind: 'body'; method: string }
  | { kind: 'header-name'; name: string }
  | { kind: 'header-value'; name: string }

const SHOWN_LENGTH = 100
const SHOWN_HOSTS = 8
const ELSEWHERE = 'or get what this run needs through a tool call'

/**
 * A native request that the outbound policy, or the rules of HTTP, turned down before a byte left.
 * The sandbox raises `message` in a TypeError of its own.
 */
export class OutboundRefusedError extends TypeError {
  readonly refusal: OutboundRefusal

  constructor(refusal: OutboundRefusal) {
    const text = 'host' in refusal ? composeHostText(refusal) : composeRequestText(refusal)
    super(`Outbound fetch refused ${text}`)
    this.refusal = refusal
  }
}

/** Quotes text that the program chose, bounded so that a message stays a message. */
function quoted(text: string): string {
  return JSON.stringify(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text)
}

type HostRefusal = Extract<OutboundRefusal, { host: string }>

function composeRequestText(refusal: Exclude<OutboundRefusal, HostRefusal>): string {
  switch (refusal.kind) {
    case 'url':
      return 'a URL that does not parse. Pass an absolute http: or https: URL.'
    case 'scheme':
      return `the scheme ${quoted(refusal.scheme)} because only http: and https: requests leave this runtime. Fetch an http: or https: URL.`
    case 'credentials':
      return 'a URL that carries a user name or a password. Send credentials in an authorization header.'
    case 'port':
      return `port ${refusal.port} because that port belongs to a protocol other than HTTP. Fetch a URL on a port that serves HTTP.`
    case 'method':
      return `the method ${quoted(refusal.method)} because this runtime does not send it. Use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.`
    case 'body':
      return `a ${refusal.method} request with a body because that method carries none. Send the body with another method, such as POST.`
    case 'header-name':
      return `the header name ${quoted(refusal.name)} because it is not an HTTP token. Name headers with letters, digits and hyphens.`
    case 'header-value':
      break
  }
  return `the value of the header ${quoted(refusal.name)} because HTTP cannot carry one of its characters. Percent-encode the value, or send it in the body.`
}

function composeHostText(refusal: HostRefusal): string {
  const host = quoted(refusal.host)
  switch (refusal.kind) {
    case 'host-name':
      return `${host} because it is not a valid host name. Fetch a URL whose host is a name or an address.`
    case 'not-allowed':
      return `${host} because it is not among the hosts that this executor allows. ${allowedText(refusal.allowed)}`
    case 'denied':
      return `${host} because this executor denies that host. Fetch another host, ${ELSEWHERE}.`
    case 'address':
      break
  }
  const verb = refusal.isResolved ? 'resolves to' : 'is'
  return `${host} because it ${verb} ${refusal.range} and only public addresses are reached. Fetch a public host, ${ELSEWHERE}.`
}

function allowedText(allowed: Array<string>): string {
  if (allowed.length === 0) {
    return 'No host is allowed, so what this run needs has to arrive through a tool call.'
  }
  const shown = allowed.slice(0, SHOWN_HOSTS).join(', ')
  const more = allowed.length > SHOWN_HOSTS ? ` and ${allowed.length - SHOWN_HOSTS} more` : ''
  return `Fetch one of the allowed hosts (${shown}${more}), ${ELSEWHERE}.`
}
