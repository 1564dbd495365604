// FormData: an ordered list of named strings and files.

import { defineInterface } from '../dom/define-interface.ts'
import { definePairIterable } from '../dom/pair-iterable.ts'
import { isObject, requireArguments, toUSVString } from '../dom/webidl.ts'
import { type Blob, bytesOf, createFile, type File, isBlob, isFile } from './blob.ts'

export type Entry = [name: string, value: string | File]

const toEntry = (name: unknown, value: unknown, filename: unknown, hasFilename: boolean): Entry => {
  const key = toUSVString(name)
  if (!isBlob(value)) {
    if (hasFilename)
      throw new TypeError('FormData: a file name was given with a value that is no Blob.')
    return [key, toUSVString(value)]
  }
  const explicit = filename === undefined ? undefined : toUSVString(filename)
  return [key, toFile(value, explicit)]
}

const toFile = (blob: Blob, filename: string | undefined): File => {
  if (isFile(blob) && filename === undefined) return blob
  const content = { bytes: bytesOf(blob), type: blob.type }
  return createFile(content, filename ?? 'blob', isFile(blob) ? blob.lastModified : undefined)
}

// Set from the static block of FormData, which alone can see the private field.
let readEntries: (form: unknown) => Array<Entry> | undefined

export class FormData {
  #entries: Array<Entry> = []

  static {
    readEntries = (form) => (isObject(form) && #entries in form ? form.#entries : undefined)
  }

  constructor(form: unknown = undefined) {
    if (form !== undefined) throw new TypeError('FormData: there are no forms in this runtime.')
  }

  append(name: unknown, value: unknown, filename: unknown = undefined): void {
    requireArguments(arguments.length, 2, 'FormData.append')
    this.#entries.push(toEntry(name, value, filename, arguments.length > 2))
  }

  delete(name: unknown): void {
    requireArguments(arguments.length, 1, 'FormData.delete')
    void this.#entries
    const key = toUSVString(name)
    this.#entries = this.#entries.filter((entry) => entry[0] !== key)
  }

  get(name: unknown): string | File | null {
    requireArguments(arguments.length, 1, 'FormData.get')
    void this.#entries
    const key = toUSVString(name)
    const found = this.#entries.find((entry) => entry[0] === key)
    return found === undefined ? null : found[1]
  }

  getAll(name: unknown): Array<string | File> {
    requireArguments(arguments.length, 1, 'FormData.getAll')
    void this.#entries
    const key = toUSVString(name)
    return this.#entries.filter((entry) => entry[0] === key).map((entry) => entry[1])
  }

  has(name: unknown): boolean {
    requireArguments(arguments.length, 1, 'FormData.has')
    void this.#entries
    const key = toUSVString(name)
    return this.#entries.some((entry) => entry[0] === key)
  }

  set(name: unknown, value: unknown, filename: unknown = undefined): void {
    requireArguments(arguments.length, 2, 'FormData.set')
    const old = this.#entries
    const entry = toEntry(name, value, filename, arguments.length > 2)
    const at = old.findIndex((other) => other[0] === entry[0])
    if (at < 0) old.push(entry)
    else {
      this.#entries = old.filter((other, index) => index <= at || other[0] !== entry[0])
      this.#entries[at] = entry
    }
  }
}

const entriesOf = (form: unknown): Array<Entry> => {
  const entries = readEntries(form)
  if (entries === undefined) throw new TypeError('This is not a FormData.')
  return entries
}

definePairIterable<object>(
  FormData.prototype,
  'FormData',
  (self): asserts self is object => void entriesOf(self),
  (self, index) => entriesOf(self)[index],
)
defineInterface(FormData, 'FormData')

export const isFormData = (value: unknown): value is FormData => readEntries(value) !== undefined

/** The entries in order, not to be changed. */
export const formEntries = (form: FormData): ReadonlyArray<Entry> => entriesOf(form)

export const createFormData = (entries: ReadonlyArray<Entry>): FormData => {
  const form = new FormData()
  const own = entriesOf(form)
  for (let i = 0; i < entries.length; i++) own.push(entries[i] as Entry)
  return form
}
