// The outbound setting `null`.

import { DeclaredFailure, nameFailure } from './declared-failure.ts'

/** A program called fetch in an execution that has no network. */
export class OutboundDisabledError extends DeclaredFailure {
  static {
    nameFailure(this.prototype, 'OutboundDisabledError')
  }

  constructor() {
    super(
      'Outbound fetch is disabled for this execution. ' +
        'Anything this run needs from outside has to arrive through a tool call.',
    )
  }
}
