// What one flag of the command is, and the names that follow from an option's name.

/** How the text of a flag is read. */
export type FlagKind =
  | 'number'
  /** A number, or `none` for a bound that is lifted. */
  | 'number-or-none'
  /** `--name`, `--no-name`, `--name=true`, `--name=false`. */
  | 'switch'
  | 'text'
  /** Given more than once, or parted by commas. */
  | 'list'
  | 'choice'
  /** The path of a file that can be read; the file itself is for somebody else. */
  | 'file'
  /** The path of a file that holds one JSON object. */
  | 'json-file'

/** One flag, as the command reads it and as help and reference show it. */
export type Flag = {
  kind: FlagKind
  /** The unit of a number, or what stands for the value. */
  unit: string
  /** The default as a reader sees it. */
  fallback: string
  /** One or two sentences. */
  meaning: string
  /** Only for the kind `choice`. */
  choices?: Array<string>
}

/** What every environment variable of the command begins with. */
export const ENVIRONMENT_PREFIX = 'CODEMODE_EXECUTOR_'

/** `queueLimit` as `--queue-limit`. */
export function flagName(option: string): string {
  return `--${kebab(option)}`
}

/** `queueLimit` as `CODEMODE_EXECUTOR_QUEUE_LIMIT`. */
export function variableName(option: string): string {
  return ENVIRONMENT_PREFIX + kebab(option).replaceAll('-', '_').toUpperCase()
}

function kebab(option: string): string {
  return option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
