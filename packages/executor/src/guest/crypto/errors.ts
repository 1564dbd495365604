// How the failures of crypto operations look to a program.

import { need } from '../dom/need.ts'

/** A DOMException of that name. */
export const makeException = (name: string, message: string): Error =>
  new (need('dom').DOMException)(message, name)

/** What the child reports by name: a TypeError for a refused argument, else a DOMException. */
export const makeFailure = (name: string, message: string): Error =>
  name === 'TypeError' ? new TypeError(message) : makeException(name, message)
