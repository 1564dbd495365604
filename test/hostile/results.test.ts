// Programs that attack whatever carries a result, a throw, a log line or a handle answer out.

import { floodCases } from './cases/flood.ts'
import { handlesCases } from './cases/handles.ts'
import { resultCases } from './cases/result.ts'
import { throwCases } from './cases/throw.ts'
import { declareCases } from './declare-cases.ts'

declareCases('hostile outcomes', {
  result: resultCases,
  throw: throwCases,
  flood: floodCases,
  handles: handlesCases,
})
