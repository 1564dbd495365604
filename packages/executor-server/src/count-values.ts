// Counts values on the text of a message, before anything parses it: parsing turns each into many times
// its text.

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const BRACKET = 0x5b
const BRACE = 0x7b

/**
 * Whether a JSON text opens more lists and objects, and parts them by more commas, than `most` together.
 * Of a text that is no JSON it says anything, within the time of reading it once.
 */
export function holdsMoreValues(text: string, most: number): boolean {
  let count = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit === QUOTE) index = endOfString(text, index)
    else if (unit === COMMA || unit === BRACKET || unit === BRACE) {
      count += 1
      if (count > most) return true
    }
  }

  return false
}

/** Where the string that begins at `start` ends; past the text when it never does. */
function endOfString(text: string, start: number): number {
  let end = start
  do {
    end = text.indexOf('"', end + 1)
    if (end < 0) return text.length
  } while (isEscaped(text, end))

  return end
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes += 1

  return backslashes % 2 === 1
}
