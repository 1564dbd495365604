// Every number of the contract that both sides must agree on, with its unit and its reason.

/** Default bound of one run, in milliseconds of its run clock. */
export const DEFAULT_TIMEOUT = 60_000

/** The widest delay a 32-bit timer accepts, in milliseconds. A wider one would fire almost at once. */
export const MAX_SUPPORTED_TIMEOUT = 2_147_483_647

/** Default memory limit of one isolate, in megabytes. */
export const DEFAULT_MEMORY_LIMIT = 128

/** Smallest memory limit an executor accepts, in megabytes. */
export const MIN_MEMORY_LIMIT = 8

/**
 * Bound of each part that a run sends outward, in UTF-8 bytes. A text of this many quotes doubles
 * when it is quoted again and still fits the smallest ceiling in the path (32 MiB).
 */
export const PAYLOAD_LIMIT = 8_388_608

/** Bound of a run's whole captured console, in UTF-8 bytes of the JSON text of its lines. */
export const CONSOLE_CAPTURE_LIMIT = 1_048_576

/** Text of the one warn line that takes the place of everything past CONSOLE_CAPTURE_LIMIT. */
export const CONSOLE_CAPTURE_MESSAGE =
  'Console capture stopped at its bound of 1,048,576 bytes. The run goes on; log less to keep every line.'

/** Default bound of a server's answer as it goes on the wire, in UTF-8 bytes (31 MiB). */
export const DEFAULT_RESPONSE_LIMIT = 32_505_856

/** How long retained handles live without an invocation, in milliseconds. */
export const DEFAULT_HANDLES_IDLE_TIMEOUT = 300_000

/** How many executions may wait for a worker. */
export const DEFAULT_QUEUE_LIMIT = 1_000

/** Largest WebSocket message that every part of the path carries, in UTF-8 bytes (32 MiB). */
export const MESSAGE_LIMIT = 33_554_432

/** Values in one message that a server parses: each takes many times its text once it is parsed. */
export const MESSAGE_VALUES_LIMIT = 100_000
