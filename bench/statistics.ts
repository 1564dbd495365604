// Quantiles, and ratios that a noisy machine disturbs least.

/** The value below which the share `q` of `values` lies, interpolated; NaN of nothing. */
export function quantile(values: Array<number>, q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * q
  const low = sorted[Math.floor(position)] ?? Number.NaN
  const high = sorted[Math.ceil(position)] ?? Number.NaN

  return low + (high - low) * (position - Math.floor(position))
}

export function median(values: Array<number>): number {
  return quantile(values, 0.5)
}
