// The group `fetch`: Headers, Request, Response and fetch, and the messages of execution handles.

import { isHeaders } from './headers.ts'
import { isRequest } from './request.ts'
import { responseInternals } from './response.ts'

export { fetch } from './fetch.ts'
export { Headers } from './headers.ts'
export { requestFromMessage } from './request-message.ts'
export { setBaseUrl } from './request-state.ts'
export { Request } from './request.ts'
export { responseToMessage } from './response-message.ts'
export { Response } from './response.ts'

/** Whether a value is an object of this group that structuredClone refuses. */
export const isPlatformObject = (value: unknown): boolean =>
  isHeaders(value) || isRequest(value) || responseInternals(value) !== undefined
