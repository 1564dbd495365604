// Tools whose names are no identifiers, and what a program calls them.

import type { AdapterCase } from '../adapter-case.ts'

export const toolNamesReports: Array<AdapterCase> = [
  {
    id: 'A33',
    source: 'cloudflare/agents#1117',
    basis: 'dialect',
    answer: 'async () => codemode.github_list_issues({ state: "open" })',
    tools: { 'github.list-issues': ({ state }: { state: string }) => [state, 2] },
    expect: { resultEquals: ['open', 2] },
  },
  {
    id: 'A34',
    source: 'dyad-sh/dyad#3459',
    basis: 'dialect',
    answer: 'async () => codemode.list_items({})',
    tools: { 'list-items': () => 'dash', list_items: () => 'underscore' },
    expect: { errorMatches: /list[-_]items/, toolCallCount: 0 },
  },
]
