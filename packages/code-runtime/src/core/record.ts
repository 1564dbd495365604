// Values whose members are unknown.

/** Whether the members of a value can be read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
