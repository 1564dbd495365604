// The whole contract as one suite, parameterised by a factory of executors and by nothing else.

import { describe } from 'node:test'
import { declareAbsences } from './absences.ts'
import { declareBounds } from './bounds.ts'
import { declareClock } from './clock.ts'
import { declareClockSettings } from './clock-settings.ts'
import { declareDispatch } from './dispatch.ts'
import { declareEntry } from './entry.ts'
import type { ExecutorFactory } from './executor-factory.ts'
import { declareExtensions } from './extensions.ts'
import { declareFailures } from './failures.ts'
import { declareFaults } from './faults.ts'
import { declareHandleBounds } from './handle-bounds.ts'
import { declareHandleGrants } from './handle-grants.ts'
import { declareHandles } from './handles.ts'
import { declareLogs } from './logs.ts'
import { declareMemory } from './memory.ts'
import { declareModules } from './modules.ts'
import { declareOutbound } from './outbound.ts'
import { declarePersistence } from './persistence.ts'
import { declareProviderNames } from './provider-names.ts'
import { declareProviders } from './providers.ts'
import { declareSpecExamples } from './spec-examples.ts'

export type { ContractOptions, ExecutorFactory } from './executor-factory.ts'

const chapters: Array<(create: ExecutorFactory) => void> = [
  declareSpecExamples,
  declareEntry,
  declareModules,
  declareProviders,
  declareProviderNames,
  declareDispatch,
  declareLogs,
  declareBounds,
  declareOutbound,
  declareClock,
  declareClockSettings,
  declareFailures,
  declareFaults,
  declareAbsences,
  declareHandleGrants,
  declareHandles,
  declareHandleBounds,
  declarePersistence,
  declareExtensions,
  declareMemory,
]

/** Declares the suite under `name`. Call it once for each executor, at the top of a test file. */
export function declareContract(name: string, create: ExecutorFactory): void {
  describe(`contract: ${name}`, () => {
    for (const declareChapter of chapters) declareChapter(create)
  })
}
