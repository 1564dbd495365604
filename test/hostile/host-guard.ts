// Notices what a guest must never do to its host: throw into it or change its built-ins.

import { brief } from './brief.ts'

export type HostGuard = {
  /** What went wrong in this process since the last call. */
  takeFaults(): Array<string>
  stop(): void
}

/** Watches this process until `stop`. */
export function guardHost(): HostGuard {
  const faults: Array<string> = []
  const onException = (failure: unknown): void => {
    faults.push(`uncaughtException ${described(failure)}`)
  }
  const onRejection = (failure: unknown): void => {
    faults.push(`unhandledRejection ${described(failure)}`)
  }
  process.on('uncaughtException', onException)
  process.on('unhandledRejection', onRejection)
  let shape = builtInShape()

  return {
    takeFaults: () => {
      if (builtInShape() !== shape) faults.push('the built-ins of the host were changed')
      shape = builtInShape()

      return faults.splice(0)
    },
    stop: () => {
      process.off('uncaughtException', onException)
      process.off('unhandledRejection', onRejection)
    },
  }
}

function described(failure: unknown): string {
  return brief(failure instanceof Error ? failure.stack : failure)
}

function builtInShape(): string {
  return [
    Object.prototype,
    Array.prototype,
    Function.prototype,
    Promise.prototype,
    String.prototype,
    globalThis,
  ]
    .map((object) => Reflect.ownKeys(object).length)
    .join(',')
}
