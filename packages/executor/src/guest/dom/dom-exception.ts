// DOMException: a real Error object (Error.isError is true) whose name, message and code are branded.

import { defineConstants, defineInterface } from './define-interface.ts'
import { toDOMString } from './webidl.ts'

const LEGACY_CODES: Readonly<Record<string, number>> = {
  __proto__: null as never,
  IndexSizeError: 1,
  HierarchyRequestError: 3,
  WrongDocumentError: 4,
  InvalidCharacterError: 5,
  NoModificationAllowedError: 7,
  NotFoundError: 8,
  NotSupportedError: 9,
  InUseAttributeError: 10,
  InvalidStateError: 11,
  SyntaxError: 12,
  InvalidModificationError: 13,
  NamespaceError: 14,
  InvalidAccessError: 15,
  TypeMismatchError: 17,
  SecurityError: 18,
  NetworkError: 19,
  AbortError: 20,
  URLMismatchError: 21,
  QuotaExceededError: 22,
  TimeoutError: 23,
  InvalidNodeTypeError: 24,
  DataCloneError: 25,
}

const CONSTANTS = {
  INDEX_SIZE_ERR: 1,
  DOMSTRING_SIZE_ERR: 2,
  HIERARCHY_REQUEST_ERR: 3,
  WRONG_DOCUMENT_ERR: 4,
  INVALID_CHARACTER_ERR: 5,
  NO_DATA_ALLOWED_ERR: 6,
  NO_MODIFICATION_ALLOWED_ERR: 7,
  NOT_FOUND_ERR: 8,
  NOT_SUPPORTED_ERR: 9,
  INUSE_ATTRIBUTE_ERR: 10,
  INVALID_STATE_ERR: 11,
  SYNTAX_ERR: 12,
  INVALID_MODIFICATION_ERR: 13,
  NAMESPACE_ERR: 14,
  INVALID_ACCESS_ERR: 15,
  VALIDATION_ERR: 16,
  TYPE_MISMATCH_ERR: 17,
  SECURITY_ERR: 18,
  NETWORK_ERR: 19,
  ABORT_ERR: 20,
  URL_MISMATCH_ERR: 21,
  QUOTA_EXCEEDED_ERR: 22,
  TIMEOUT_ERR: 23,
  INVALID_NODE_TYPE_ERR: 24,
  DATA_CLONE_ERR: 25,
}

type Fields = { name: string; message: string }

// oxlint-disable-next-line typescript/no-extraneous-class
class ReturnOverride {
  constructor(target: object) {
    // A constructor that returns an object lets a subclass stamp its private fields onto it.
    // oxlint-disable-next-line no-constructor-return
    return target
  }
}

class Brand extends ReturnOverride {
  #fields: Fields

  constructor(target: object, fields: Fields) {
    super(target)
    this.#fields = fields
  }

  static fieldsOf(value: unknown): Fields | undefined {
    return typeof value === 'object' && value !== null && #fields in value
      ? value.#fields
      : undefined
  }
}

const { fieldsOf } = Brand

const requireFields = (value: unknown): Fields => {
  const fields = fieldsOf(value)
  if (fields === undefined) throw new TypeError('This is not a DOMException.')
  return fields
}

export class DOMException {
  declare readonly stack: string

  constructor(message: unknown = '', name: unknown = 'Error') {
    const fields = { message: toDOMString(message), name: toDOMString(name) }
    // V8 keeps the message it is given for the first line of the stack; the property itself has to
    // be the branded getter.
    const exception = Reflect.construct(Error, [fields.message], new.target) as object
    Reflect.deleteProperty(exception, 'message')
    void new Brand(exception, fields)
    // oxlint-disable-next-line no-constructor-return
    return exception as DOMException
  }

  get name(): string {
    return requireFields(this).name
  }

  get message(): string {
    return requireFields(this).message
  }

  get code(): number {
    return LEGACY_CODES[requireFields(this).name] ?? 0
  }
}

Object.setPrototypeOf(DOMException.prototype, Error.prototype)
defineInterface(DOMException, 'DOMException')
defineConstants(DOMException, CONSTANTS)

export const isDOMException = (value: unknown): value is DOMException =>
  fieldsOf(value) !== undefined

/** The copy that structuredClone makes: name, message and stack. */
export const cloneDOMException = (exception: DOMException): DOMException => {
  const { name, message } = requireFields(exception)
  return copyStack(exception, new DOMException(message, name))
}

/** Gives a copy the stack of the original. */
export const copyStack = (exception: DOMException, copy: DOMException): DOMException => {
  const stack = Object.getOwnPropertyDescriptor(exception, 'stack')?.value as unknown
  if (typeof stack === 'string') {
    Object.defineProperty(copy, 'stack', { value: stack, configurable: true, writable: true })
  }
  return copy
}
