// What the sandbox's console sends back.

/** One captured console call: its arguments as text, joined with single spaces. */
export type LogLine = {
  level: 'log' | 'warn' | 'error'
  text: string
}
