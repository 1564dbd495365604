// The globals that the streams library refers to, bound by the bundler at load.

import { need } from '../dom/need.ts'

export const AbortController: unknown = need('dom').AbortController

export const DOMException: unknown = need('dom').DOMException

export const queueMicrotask: (callback: () => void) => void = runtime.queueMicrotask
