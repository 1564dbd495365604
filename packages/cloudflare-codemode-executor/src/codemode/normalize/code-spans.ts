// Finds the template literals and comments of code that run over several lines: what looks like Markdown
// inside of them is text of the program.

import { tokenizer } from 'acorn'
import { parseScript, SCRIPT_OPTIONS, type ReadingHooks } from './parse-script.ts'

type Span = { start: number; end: number }

/**
 * Tells whether an offset lies inside of such a part. Offsets must be asked for in rising order. Prose
 * stops being JavaScript early; what stands behind that place is in no part.
 */
export function createSpanTest(text: string): (offset: number) => boolean {
  const spans = spansOf(text)
  let next = 0

  return (offset) => {
    while ((spans[next]?.end ?? Infinity) <= offset) next += 1

    return (spans[next]?.start ?? Infinity) < offset
  }
}

/** Tokens are told for sure where the whole text is a program, and as far as they go where it is not. */
function spansOf(text: string): Array<Span> {
  const whole = createCollector(text)
  if (parseScript(text, whole.hooks).program !== undefined) return whole.spans
  const part = createCollector(text)
  try {
    // Every token is told to the hook; the loop only goes through them.
    for (const { end } of tokenizer(text, { ...SCRIPT_OPTIONS, ...part.hooks })) void end
  } catch {
    // From here on the text is not JavaScript.
  }

  return part.spans
}

function createCollector(text: string): { spans: Array<Span>; hooks: ReadingHooks } {
  const spans: Array<Span> = []
  const add = (start: number, end: number): void => {
    if (text.slice(start, end).includes('\n')) spans.push({ start, end })
  }

  return {
    spans,
    hooks: {
      onToken: ({ start, end }) => add(start, end),
      onComment: (_isBlock, _text, start, end) => add(start, end),
    },
  }
}
