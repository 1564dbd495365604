// Gives a class the shape of a Web IDL interface: enumerable members, a class string, a fixed name.

type InterfaceObject = { readonly prototype: object }

const makeEnumerable = (target: object, skipped: ReadonlySet<PropertyKey>): void => {
  for (const key of Reflect.ownKeys(target)) {
    if (typeof key === 'string' && !skipped.has(key)) {
      Object.defineProperty(target, key, { enumerable: true })
    }
  }
}

const NOT_STATIC: ReadonlySet<PropertyKey> = new Set(['length', 'name', 'prototype'])
const NOT_MEMBER: ReadonlySet<PropertyKey> = new Set(['constructor'])

export const setClassString = (prototype: object, name: string): void => {
  Object.defineProperty(prototype, Symbol.toStringTag, {
    __proto__: null,
    value: name,
    configurable: true,
  } as PropertyDescriptor)
}

/** Call once for a class, after its last member is defined. */
export const defineInterface = (interfaceObject: InterfaceObject, name: string): void => {
  makeEnumerable(interfaceObject.prototype, NOT_MEMBER)
  makeEnumerable(interfaceObject, NOT_STATIC)
  setClassString(interfaceObject.prototype, name)
  Object.defineProperty(interfaceObject, 'name', { value: name, configurable: true })
}

/** Constants of an interface, on the interface object and on its prototype. */
export const defineConstants = (
  interfaceObject: InterfaceObject,
  constants: Readonly<Record<string, number>>,
): void => {
  for (const [key, value] of Object.entries(constants)) {
    const descriptor = { value, enumerable: true, configurable: false, writable: false }
    Object.defineProperty(interfaceObject, key, descriptor)
    Object.defineProperty(interfaceObject.prototype, key, descriptor)
  }
}
