// The pairs of an application/x-www-form-urlencoded text, for FormData bodies.

import urlencoded from 'whatwg-url/lib/urlencoded.js'

export const parseSearchParams = (text: string): Array<[name: string, value: string]> =>
  urlencoded.parseUrlencodedString(text)
