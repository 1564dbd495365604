// A call of a tool that nobody implements.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'
import { nearNames } from './near-names.ts'
import { quoteName } from './wording.ts'

function suggestion(tool: string, listed: Array<string>): string {
  // The sandbox composes this text too, without a list, and there nothing may call a method.
  if (listed.length === 0) return ''
  const near = nearNames(tool, listed)
  return near.length === 0 ? '' : `. Did you mean ${near.map(quoteName).join(', ')}?`
}

/**
 * Nobody implements `tool`. Names of `listed` that are close to it are offered in a second
 * sentence; without one the text is the pinned text of the dispatch grammar alone.
 */
export class ToolNotFoundError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'ToolNotFoundError')
  }

  constructor(tool: string, listed: Array<string> = []) {
    super(`Tool ${quoteName(tool)} not found${suggestion(tool, listed)}`)
  }
}
