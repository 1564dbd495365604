// Where the classes of the Fetch Standard differ from it.

import type { Deviation } from './deviation.ts'

export const FETCH_DEVIATIONS: ReadonlyArray<Deviation> = [
  {
    kind: 'behaviour',
    names: ['fetch'],
    what: 'With `outbound: null` every fetch rejects, that of a `data:` URL too.',
    impact: 'Decode a `data:` URL by `atob`.',
    check: {
      outbound: 'disabled',
      body: `return await nameOf(() => fetch('data:,x')) === 'TypeError'`,
    },
  },
  {
    kind: 'behaviour',
    names: ['fetch'],
    what: "`redirect: 'manual'` gives the redirect itself, where a browser gives an opaque response.",
    impact: 'The status and the `location` header can be read.',
    check: {
      body: `const { status, headers } = await fetch(at('/redirect'), { redirect: 'manual' })
return status === 302 && headers.get('location') === '/end'`,
    },
  },
  {
    kind: 'behaviour',
    names: ['fetch'],
    what: "`redirect: 'error'` rejects for the status of a redirect without a `location` too.",
    impact: "Use `'manual'` to see such an answer.",
    check: {
      body: `const followed = await fetch(at('/no-location'))
return followed.status === 302 &&
  await nameOf(() => fetch(at('/no-location'), { redirect: 'error' })) === 'TypeError'`,
    },
  },
  {
    kind: 'behaviour',
    names: ['fetch'],
    what: 'A redirect to a URL with credentials is refused, on the same origin too.',
    impact: 'The fetch rejects with a `TypeError`.',
    check: {
      body: `return await nameOf(() => fetch(at('/credentials'))) === 'TypeError'`,
    },
  },
  {
    kind: 'behaviour',
    names: ['fetch', 'Request'],
    what: 'There is no base URL.',
    impact: 'A relative URL is a `TypeError`.',
    check: {
      body: `return await nameOf(() => new Request('/path')) === 'TypeError'`,
    },
  },
  {
    kind: 'behaviour',
    names: ['fetch'],
    what: 'No header is added to what the program sets, except the content type of its body.',
    impact:
      '`accept` and `user-agent` come from whoever sends the request: a native one gets them from the executor.',
    check: {
      body: `const { headers } = await (await fetch(at('/'))).json()
return headers.length === 0`,
    },
  },
  {
    kind: 'behaviour',
    names: ['Headers', 'Request'],
    what: 'No header name is forbidden in a request.',
    impact:
      '`cookie` or `origin` can be set, and are sent. A native request leaves out what belongs to the connection, such as `host`.',
    check: {
      body: `const init = { headers: { cookie: 'a=b', origin: 'https://b.test' } }
const { headers } = await (await fetch(at('/'), init)).json()
return headers.length === 2`,
    },
  },
  {
    kind: 'behaviour',
    names: ['Request'],
    what: '`mode`, `credentials`, `cache`, `referrer`, `referrerPolicy` and `keepalive` are kept and change nothing: there is no origin, no cookie store and no cache.',
    impact:
      'Every response can be read, whatever its origin; none is opaque. Cookies are for the program to send.',
    check: {
      body: `const init = { cache: 'only-if-cached', mode: 'same-origin', referrer: at('/from') }
const first = await fetch(at('/'), init)
const second = await fetch(at('/'), { mode: 'no-cors' })
return (await first.json()).headers.length === 0 && second.status === 200`,
    },
  },
  {
    kind: 'behaviour',
    names: ['Request', 'Response'],
    what: 'Bodies cross whole: a stream is read to its end before its request goes, and a response is there with all of its body.',
    impact: 'There is no reading of an endless response. Each body has a bound; see the limits.',
  },
]
