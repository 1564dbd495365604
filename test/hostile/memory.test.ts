// Programs that attack the memory limit.

import { memoryCases } from './cases/memory.ts'
import { declareCases } from './declare-cases.ts'

declareCases('memory bombs', { memory: memoryCases })
