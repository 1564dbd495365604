// The captured lines of one run at the host: kept, passed on as they come, and measured again, since
// the count in the guest is only a saving.

import {
  CONSOLE_CAPTURE_LIMIT,
  CONSOLE_CAPTURE_MESSAGE,
  type LogLine,
} from '@supolka/codemode-executor-protocol'

export type CapturedLogs = {
  readonly lines: Array<LogLine>
  add: (line: LogLine) => void
}

/** The guest's own closing line comes on top of the bound. */
const ALLOWANCE = Buffer.byteLength(
  JSON.stringify({ level: 'warn', text: CONSOLE_CAPTURE_MESSAGE }),
)

export function createCapturedLogs(onLog: ((line: LogLine) => void) | undefined): CapturedLogs {
  const lines: Array<LogLine> = []
  let left = CONSOLE_CAPTURE_LIMIT + ALLOWANCE

  return {
    lines,
    add: ({ level, text }) => {
      const line: LogLine = { level, text }
      left -= Buffer.byteLength(JSON.stringify(line)) + 1
      // A child whose guest runtime counts right never gets here.
      if (left < 0) return
      lines.push(line)
      passOn(line, onLog)
    },
  }
}

function passOn(line: LogLine, onLog: ((line: LogLine) => void) | undefined): void {
  try {
    onLog?.({ ...line })
  } catch (error) {
    // The caller's own mistake: it may neither lose the run nor end the host process.
    process.emitWarning(`onLog threw: ${String(error)}`, 'CodemodeExecutorWarning')
  }
}
