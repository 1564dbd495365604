// Which listed names somebody may have meant by a name that is not among them.

const LENGTH_BOUND = 64
const LISTED_BOUND = 1_000
const SUGGESTION_BOUND = 3

/** What stays of a name when spelling conventions are left out: `listOrders` is `list_orders`. */
const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Single-character edits between two texts. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= right.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}

function distanceOf(name: string, candidate: string): number | undefined {
  if (candidate === name || candidate.length > LENGTH_BOUND) return undefined
  const [left, right] = [lettersOf(name), lettersOf(candidate)]
  if (left === right) return left === '' ? undefined : 0
  const bound = Math.floor(Math.min(left.length, right.length) / 4)
  if (Math.abs(left.length - right.length) > bound) return undefined
  const distance = editDistance(left, right)
  return distance <= bound ? distance : undefined
}

/** The closest listed names, nearest first and at most three. Empty when none is close. */
export function nearNames(name: string, listed: Array<string>): Array<string> {
  if (name.length > LENGTH_BOUND) return []
  return listed
    .slice(0, LISTED_BOUND)
    .map((candidate) => ({ candidate, distance: distanceOf(name, candidate) ?? Infinity }))
    .filter(({ distance }) => distance !== Infinity)
    .toSorted((left, right) => left.distance - right.distance)
    .slice(0, SUGGESTION_BOUND)
    .map(({ candidate }) => candidate)
}
