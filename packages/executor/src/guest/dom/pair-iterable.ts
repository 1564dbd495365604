// The iteration of Web IDL's pair iterables: entries, keys, values, forEach and a live iterator.

import { setClassString } from './define-interface.ts'

/** One pair at an index of the object's current list; `undefined` past its end. */
export type PairAt<T> = (self: T, index: number) => readonly [unknown, unknown] | undefined

type Kind = 'key' | 'value' | 'entry'

const IteratorPrototype = Object.getPrototypeOf(
  Object.getPrototypeOf([][Symbol.iterator]()),
) as object

const resultOf = (pair: readonly [unknown, unknown], kind: Kind): IteratorResult<unknown> => {
  if (kind === 'entry') return { value: [pair[0], pair[1]], done: false }
  return { value: kind === 'key' ? pair[0] : pair[1], done: false }
}

const createIteratorFactory = <T extends object>(name: string, pairAt: PairAt<T>) => {
  type State = { target: T; kind: Kind; index: number }
  const states = new WeakMap<object, State>()
  const get = states.get.bind(states)
  const set = states.set.bind(states)
  const prototype = Object.create(IteratorPrototype, {
    next: {
      value: {
        next(this: object): IteratorResult<unknown> {
          const state = get(this)
          if (state === undefined) throw new TypeError(`This is not a ${name} Iterator.`)
          const pair = pairAt(state.target, state.index)
          if (pair === undefined) return { value: undefined, done: true }
          state.index++
          return resultOf(pair, state.kind)
        },
      }.next,
      enumerable: true,
      configurable: true,
      writable: true,
    },
  }) as object
  setClassString(prototype, `${name} Iterator`)
  return (target: T, kind: Kind): object => {
    const iterator = Object.create(prototype) as object
    set(iterator, { target, kind, index: 0 })
    return iterator
  }
}

/** Defines the five members on a prototype. `check` throws a TypeError for a foreign receiver. */
export const definePairIterable = <T extends object>(
  prototype: T,
  name: string,
  check: (self: unknown) => asserts self is T,
  pairAt: PairAt<T>,
): void => {
  const create = createIteratorFactory(name, pairAt)
  const members = {
    entries(this: unknown): object {
      check(this)
      return create(this, 'entry')
    },
    keys(this: unknown): object {
      check(this)
      return create(this, 'key')
    },
    values(this: unknown): object {
      check(this)
      return create(this, 'value')
    },
    forEach(this: unknown, callback: unknown, thisArg: unknown = undefined): void {
      check(this)
      if (typeof callback !== 'function') {
        throw new TypeError(`${name}.forEach: the callback is not a function.`)
      }
      for (let i = 0; ; i++) {
        const pair = pairAt(this, i)
        if (pair === undefined) return
        Reflect.apply(callback, thisArg, [pair[1], pair[0], this])
      }
    },
  }
  for (const [key, value] of Object.entries(members)) {
    Object.defineProperty(prototype, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  Object.defineProperty(prototype, Symbol.iterator, {
    value: members.entries,
    configurable: true,
    writable: true,
  })
}
