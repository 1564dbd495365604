// The error class that a namespace may ask for: what its rejected calls are instances of.

import { defineHidden, defineValue, NativeError } from './values/intrinsics.ts'

/** Constructs the rejection of a call of the member with this name. */
export type CallError = new (memberName: string, message: string) => Error

/** A real class, so that `instanceof` holds; the name and the member's name are own and enumerable. */
export function makeErrorClass(shape: { name: string; memberNameProperty: string }): CallError {
  const CallFailure = class extends NativeError {
    constructor(memberName: string, message: string) {
      super(message)
      defineValue(this, 'name', shape.name)
      defineValue(this, shape.memberNameProperty, memberName)
    }
  }
  defineHidden(CallFailure, 'name', shape.name)

  return CallFailure
}
