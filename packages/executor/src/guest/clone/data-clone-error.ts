// The error of everything that structuredClone refuses.

import { need } from '../dom/need.ts'

export const refuse = (what: string): never => {
  const { DOMException } = need('dom')
  throw new DOMException(`structuredClone: ${what} cannot be cloned.`, 'DataCloneError') as Error
}
