// Which groups of web globals a program will touch, judged by its text. A mention too many costs a few
// milliseconds; one too few is made up for in the guest at first touch.

import { GROUPS } from '../guest/groups.ts'

type Mention = { group: string; names: Array<string>; pattern: RegExp }

/** A free name, or a property of the global object: a tool called `fetch` is no mention. */
const FREE = '(?:(?<![\\w$.])|(?<=\\b(?:globalThis|self)\\.))'

const mentions: Array<Mention> = Object.entries(GROUPS)
  .filter(([, { globals }]) => globals.length > 0)
  .map(([group, { globals, inherited = [] }]) => {
    const names = [...globals, ...inherited]

    return { group, names, pattern: new RegExp(`${FREE}(?:${names.join('|')})\\b`) }
  })

/** Looking at how properties are defined shows which globals are not loaded yet. */
const INSPECTION = /\bgetOwnPropertyDescriptors?\b|\b__lookup[GS]etter__\b/
const GLOBAL_OBJECT = /\b(?:globalThis|self)\b/

/** Whether a text can mention anything at all, which most do not: one look instead of one for each group. */
const ANY = new RegExp(
  [`\\b(?:${mentions.flatMap(({ names }) => names).join('|')})\\b`, INSPECTION.source].join('|'),
)

const inspectsGlobals = (text: string): boolean => INSPECTION.test(text) && GLOBAL_OBJECT.test(text)

/** The groups whose globals the texts mention, with what they need, in the order they must load. */
export function mentionedGroups(given: Array<string>): Array<string> {
  const texts = given.filter((text) => ANY.test(text))
  if (texts.length === 0) return []
  const wanted = new Set<string>()
  const add = (group: string): void => {
    if (wanted.has(group)) return
    for (const needed of GROUPS[group as keyof typeof GROUPS].needs) add(needed)
    wanted.add(group)
  }
  const inspects = texts.some(inspectsGlobals)
  for (const { group, pattern } of mentions) {
    if (inspects || texts.some((text) => pattern.test(text))) add(group)
  }

  return [...wanted]
}
