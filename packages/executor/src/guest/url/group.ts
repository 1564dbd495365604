// The group `url`: URL and URLSearchParams of whatwg-url, and the parser for the group `fetch`.

import stateMachine from 'whatwg-url/lib/url-state-machine.js'
import wrapper from 'whatwg-url/webidl2js-wrapper.js'

export { parseSearchParams } from './search-pairs.ts'

type Constructor = abstract new (...args: Array<never>) => object

const realm: { URL?: Constructor; URLSearchParams?: Constructor } & object = {
  Array,
  Object,
  Promise,
  String,
  TypeError,
} as object
wrapper.URL.install(realm, ['Worker'])
wrapper.URLSearchParams.install(realm, ['Worker'])

type StateMachine = typeof stateMachine

export const parseURL: StateMachine['parseURL'] = stateMachine.parseURL
export const serializeURL: StateMachine['serializeURL'] = stateMachine.serializeURL
export const serializeURLOrigin: StateMachine['serializeURLOrigin'] =
  stateMachine.serializeURLOrigin

const named = (interfaceObject: Constructor | undefined, name: string): Constructor =>
  // The bundler may have renamed the class.
  Object.defineProperty(interfaceObject as Constructor, 'name', { value: name })

export const URL: Constructor = named(realm.URL, 'URL')
export const URLSearchParams: Constructor = named(realm.URLSearchParams, 'URLSearchParams')

export const isURLSearchParams: (value: unknown) => boolean = wrapper.URLSearchParams.is

/** The application/x-www-form-urlencoded text of a URLSearchParams object. */
export const serializeSearchParams = (value: unknown): string =>
  wrapper.URLSearchParams.convert(realm, value).toString()

export const isPlatformObject = (value: unknown): boolean =>
  wrapper.URL.is(value) || wrapper.URLSearchParams.is(value)
