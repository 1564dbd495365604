// Makes code in the executor's entry form of whatever a model answers, or says in words why it cannot.
// Parsers decide: acorn what is JavaScript, the stripper's parser what is TypeScript.

import { createSpanTest } from './code-spans.ts'
import {
  callTrailingFunction,
  callWrappedArrows,
  fencedText,
  unwrap,
  wrap,
} from './dialect-wrapper.ts'
import { findBlocks, mayHoldFence, startsWithFence, type FencedBlock } from './find-block.ts'
import { describeRemainder, remainderAt } from './non-erasable.ts'
import { PARSE_LIMIT, parseScript, type ParsedScript, type UnparsedScript } from './parse-script.ts'
import { shapeProgram, type ShapedCode } from './shape-program.ts'
import { stripTypes, type StrippedCode } from './strip-types.ts'

/** Code to execute, or the text that the model gets instead. */
export type NormalizedCode =
  | (ShapedCode & {
      /** Whether it could be read; if not, V8 is to say what is wrong with it. */
      isParsed: boolean
    })
  | { refusal: string }

export type NormalizeSettings = {
  /** Takes types out of what is no JavaScript. */
  typescript: boolean
}

type Layer = NormalizeSettings & {
  /** How many more fences and wrappers may be taken off. */
  left: number
}

/** Nobody puts on more than two. */
const LAYER_LIMIT = 4

/**
 * Never rejects. Code that is an arrow function already, with or without imports above it, comes out
 * byte for byte but for a semicolon behind it, and what could be read comes out again the same.
 */
export function normalizeCode(text: string, settings: NormalizeSettings): Promise<NormalizedCode> {
  return normalizeLayer(text, { ...settings, left: LAYER_LIMIT })
}

const below = (layer: Layer): Layer => ({ ...layer, left: layer.left - 1 })

async function normalizeLayer(answer: string, layer: Layer): Promise<NormalizedCode> {
  // A hashbang is a comment at the start of a file and nowhere else.
  const text = answer.startsWith('#!') ? `//${answer.slice(2)}` : answer
  if (text.length > PARSE_LIMIT || layer.left < 0) return unread({ code: text, lineShift: 0 })
  const inner = unwrap(text)
  if (inner !== undefined && startsWithFence(inner)) return normalizeLayer(inner, below(layer))
  // First, since a fence is JavaScript by the grammar: an empty template, and others behind it.
  const blocks = blocksOf(text)
  if (blocks.length > 0) return normalizeBlock(blocks, layer)
  const script = parseScript(text)

  return script.program === undefined
    ? normalizeRest(text, script, layer)
    : normalizeScript(text, script, layer)
}

function blocksOf(text: string): Array<FencedBlock> {
  if (!mayHoldFence(text)) return []

  return startsWithFence(text) ? findBlocks(text) : findBlocks(text, createSpanTest(text))
}

/** JavaScript, though the dialect may have made it of something else. */
async function normalizeScript(
  text: string,
  { program }: ParsedScript,
  layer: Layer,
): Promise<NormalizedCode> {
  const fenced = fencedText(text, program)
  if (fenced !== undefined) return normalizeLayer(fenced, below(layer))
  const shaped = shapeProgram(text, program)
  if (unwrap(text) === undefined) return parsed(shaped)

  return parsed({ code: callTrailingFunction(text, program) ?? shaped.code, lineShift: 1 })
}

/** TypeScript, or something that the dialect wrapped, or nothing that can be read. */
async function normalizeRest(
  text: string,
  script: UnparsedScript,
  layer: Layer,
): Promise<NormalizedCode> {
  const reading = layer.typescript ? readStripped(await stripTypes(text)) : undefined
  if (reading?.script.program !== undefined) return shapeStripped(reading.code, reading.script)
  const inner = unwrap(text)
  if (inner !== undefined) return normalizeLayer(inner, below(layer))
  if (reading === undefined) return handOver(text, script)
  const remainder = remainderAt(reading.remainders, reading.script.at)
  if (remainder) return { refusal: describeRemainder(text, remainder) }

  return reading.script.at > script.at
    ? handOver(reading.code, reading.script)
    : handOver(text, script)
}

const parsed = (shaped: ShapedCode): NormalizedCode => ({ ...shaped, isParsed: true })

const unread = (shaped: ShapedCode): NormalizedCode => ({ ...shaped, isParsed: false })

async function normalizeBlock(blocks: Array<FencedBlock>, layer: Layer): Promise<NormalizedCode> {
  const [block, ...others] = blocks
  if (block === undefined || others.length > 0) {
    return {
      refusal:
        `The answer holds ${blocks.length} fenced blocks of code, and only one program can be run. ` +
        'Put everything into one block.',
    }
  }
  const code = await normalizeLayer(block.text, below(layer))

  return 'refusal' in code ? code : { ...code, lineShift: code.lineShift - block.linesAbove }
}

type StrippedReading = StrippedCode & { script: ParsedScript | UnparsedScript }

function readStripped(stripped: StrippedCode | undefined): StrippedReading | undefined {
  return stripped && { ...stripped, script: parseScript(stripped.code) }
}

/** The dialect wraps TypeScript without a look at it, so what the model wrote is inside. */
function shapeStripped(code: string, { program }: ParsedScript): NormalizedCode {
  const called = callWrappedArrows(code, program)
  const inner = unwrap(called)
  const shaped = (inner === undefined ? undefined : shapeText(inner)) ?? shapeText(called)

  return parsed(shaped ?? shapeProgram(code, program))
}

function shapeText(text: string): ShapedCode | undefined {
  const { program } = parseScript(text)

  return program && shapeProgram(text, program)
}

/** Puts what could not be read where V8 meets it in the same lines, and can say what is wrong. */
function handOver(text: string, { importsEnd, isArrow }: UnparsedScript): NormalizedCode {
  if (isArrow) return unread({ code: withoutSemicolons(text), lineShift: 0 })
  const head = importsEnd === 0 ? '' : `${text.slice(0, importsEnd)}\n`
  const code = `${head}${wrap(text.slice(importsEnd))}`
  // Text that makes sense only inside of the function has closed it, and opened another.
  if (parseScript(code).program !== undefined) return unread({ code: text, lineShift: 0 })

  return unread({ code, lineShift: importsEnd === 0 ? 1 : 2 })
}

/** Blanks stand in their place, so that the code does not come to look like the dialect's wrapper. */
function withoutSemicolons(text: string): string {
  let end = text.length
  while (end > 0 && /[;\s]/.test(text.charAt(end - 1))) end -= 1

  return text.slice(0, end) + text.slice(end).replaceAll(';', ' ')
}
