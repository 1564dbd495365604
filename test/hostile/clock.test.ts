// Programs that attack the run clock.

import { asyncCases } from './cases/async.ts'
import { cpuCases } from './cases/cpu.ts'
import { declareCases } from './declare-cases.ts'

declareCases('endless programs', { cpu: cpuCases, async: asyncCases })
