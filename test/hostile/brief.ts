// A value as a complaint quotes it.

/** The JSON text of a value, cut to a readable length. */
export function brief(value: unknown): string {
  try {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))

    return text.length > 220 ? `${text.slice(0, 220)}…(${text.length})` : text
  } catch (failure) {
    return `[${String(failure)}]`
  }
}
