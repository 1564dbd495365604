// Steps that must not overlap.

/** Takes `step` for each value, one after the other. */
export async function inTurn<T, R>(
  values: Array<T>,
  step: (value: T) => Promise<R>,
): Promise<Array<R>> {
  const results: Array<R> = []
  // oxlint-disable-next-line no-await-in-loop -- the order is the point
  for (const value of values) results.push(await step(value))

  return results
}
