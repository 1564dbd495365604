// Programs that attack the boundary: built-ins, the way to the host, the protocol, the next run.

import { forgeCases } from './cases/forge.ts'
import { hostCases } from './cases/host.ts'
import { leakCases } from './cases/leak.ts'
import { poolCases } from './cases/pool.ts'
import { tamperCases } from './cases/tamper.ts'
import { declareCases } from './declare-cases.ts'

declareCases('hostile guests', {
  tamper: tamperCases,
  host: hostCases,
  forge: forgeCases,
  leak: leakCases,
  pool: poolCases,
})
