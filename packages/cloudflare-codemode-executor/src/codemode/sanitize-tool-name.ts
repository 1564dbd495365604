// The names that tools have in a program: those of the dialect, which its descriptions tell the model.

/** Words behind which the dialect puts an underscore, some of them reserved only long ago. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'abstract arguments await boolean break byte case catch char class const continue debugger ' +
    'default delete do double else enum eval export extends false final finally float for function ' +
    'goto if implements import in instanceof int interface let long native new null package private ' +
    'protected public return short static super switch synchronized this throw throws transient true ' +
    'try typeof undefined var void volatile while with yield'
  ).split(' '),
)

/**
 * The identifier by which a program calls a tool: `get-weather` is `get_weather`. Two names can become
 * one; `createCodemodeExecutor` refuses such a pair.
 */
export function sanitizeToolName(name: string): string {
  const kept = name.replaceAll(/[-.\s]/g, '_').replaceAll(/[^\w$]/g, '')
  if (kept === '') return '_'
  const identifier = /^\d/.test(kept) ? `_${kept}` : kept

  return RESERVED.has(identifier) ? `${identifier}_` : identifier
}
