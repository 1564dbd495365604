// The group `messaging`: MessageChannel, MessagePort and MessageEvent.

import { need } from '../dom/need.ts'
import { isMessageChannel } from './message-channel.ts'
import { isMessagePort } from './ports.ts'

export { MessageChannel } from './message-channel.ts'
export { MessageEvent } from './message-event.ts'
export { createPort, MessagePort } from './message-port.ts'
export { isMessagePort, movePort } from './ports.ts'

/** Whether a value is an object of this group that structuredClone refuses. */
export const isPlatformObject = (value: unknown): boolean =>
  isMessagePort(value) || isMessageChannel(value) || need('dom').isPlatformObject(value)
