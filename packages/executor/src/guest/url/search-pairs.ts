// The pairs of an application/x-www-form-urlencoded text, for FormData bodies.

import { parseUrlencodedString } from 'whatwg-url/lib/urlencoded.js'

export const parseSearchParams = (text: string): Array<[name: string, value: string]> =>
  parseUrlencodedString(text)
