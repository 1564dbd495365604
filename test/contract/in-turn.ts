// Steps that must not overlap.

/** Takes `step` for each value, one after the other. */
export async function inTurn<Value, Result>(
  values: Iterable<Value>,
  step: (value: Value) => Promise<Result>,
): Promise<Array<Result>> {
  const results: Array<Result> = []
  // oxlint-disable-next-line no-await-in-loop -- the order is the point
  for (const value of values) results.push(await step(value))

  return results
}
