// Requests as the pool gets them: read against the default options.

import type { ExecuteRequest } from '@supolka/codemode-executor-protocol'
import { readOptions } from '../../src/options.ts'
import { readRequest, type PreparedRequest } from '../../src/request.ts'

const settings = readOptions()

export function prepare(request: Partial<ExecuteRequest> = {}): PreparedRequest {
  const prepared = readRequest({ code: 'async () => 1', ...request }, settings)
  if ('failure' in prepared) throw new Error(prepared.failure)

  return prepared
}
