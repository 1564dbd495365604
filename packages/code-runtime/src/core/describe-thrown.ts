// The message of a program that threw: what was thrown, and where in the program.

import { LINES_BEFORE } from './compose-program.ts'

const FRAME_LIMIT = 10

const FRAME = /^\s*at (?:(?:async )?(.*?) \()?(?:async )?\S*?executor\.js:(-?\d+):(\d+)\)?$/

/** `thrown` is what the guest half says: `text`, or `name`, `message` and `stack`. `lines` counts the program's. */
export function describeThrown(thrown: Record<string, unknown>, lines: number): string {
  const { text, name, message, stack } = thrown
  if (typeof text === 'string') return text
  const head = [name, message].filter((part) => typeof part === 'string' && part !== '').join(': ')
  const frames = typeof stack === 'string' ? framesOf(stack, lines) : []

  return [head, ...frames].join('\n')
}

/** The frames that lie in the program. */
function framesOf(stack: string, lines: number): Array<string> {
  const frames: Array<string> = []
  for (const line of stack.split('\n')) {
    const frame = frameOf(line, lines)
    if (frame !== undefined && frames.length < FRAME_LIMIT) frames.push(frame)
  }

  return frames
}

function frameOf(text: string, lines: number): string | undefined {
  const found = FRAME.exec(text)
  if (found === null) return undefined
  const [, callee, line = '', column = ''] = found
  const own = Number(line) - LINES_BEFORE
  if (own < 1 || own > lines) return undefined
  const place = `program.ts:${own}:${column}`

  return callee === undefined ? `    at ${place}` : `    at ${callee} (${place})`
}

const POSITION = / \[executor\.js:(-?\d+):(\d+)\]$/

/**
 * The message of a program that the engine could not read, its position given back in the coordinates of the
 * program: behind its end where something is not closed.
 */
export function describeSyntaxError(message: string, lines: number): string {
  const found = POSITION.exec(message)
  if (found === null) return message
  const own = Number(found[1]) - LINES_BEFORE
  const place =
    own >= 1 && own <= lines ? `[program.ts:${own}:${found[2]}]` : 'at the end of the program'

  return `SyntaxError: ${message.slice(0, found.index)} ${place}`
}
