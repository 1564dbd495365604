// The tools of a provider under the names that a program calls them by.

import type { CodemodeProvider, CodemodeTool } from './dialect.ts'
import { sanitizeToolName } from './sanitize-tool-name.ts'

/** Tools by sanitised name. A map, so that no name reaches a member of Object.prototype. */
export type ToolTable = ReadonlyMap<string, CodemodeTool>

/** The table of a provider, or the text for two of its tools that would have one name. */
export function tabulateTools({ name: provider, fns }: CodemodeProvider): ToolTable | string {
  const tools = new Map<string, CodemodeTool>()
  const names = new Map<string, string>()
  for (const [name, tool] of Object.entries(fns)) {
    const sanitized = sanitizeToolName(name)
    const first = names.get(sanitized)
    if (first !== undefined) {
      return `Tool names "${first}" and "${name}" both sanitize to "${sanitized}" in provider "${provider}"`
    }
    names.set(sanitized, name)
    tools.set(sanitized, tool)
  }

  return tools
}
