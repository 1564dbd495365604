// The generated lines in front of a program: the names that its scope promises, a constant for each
// provider, the preludes. Provider names are validated before they come here, texts are quoted.

import {
  RESERVED_PROVIDER_NAMES,
  type ProviderDescriptor,
} from '@supolka/codemode-executor-protocol'

import type { EntryNames } from './identifiers.ts'
import { rewriteDynamicImports } from './rewrite-imports.ts'

/** What the entry imports beside the names of the contract, as the runtime module exports it. */
export const RUNTIME_EXPORTS: Readonly<Record<'run' | 'provider' | 'dynamicImport', string>> = {
  run: 'runEntry',
  provider: 'createProvider',
  dynamicImport: 'dynamicImport',
}

/** The names that the contract promises to every source in the scope of the entry. */
export const ENTRY_NAMES: ReadonlyArray<string> = RESERVED_PROVIDER_NAMES.entryScope

export type PrologueParts = {
  providers: ReadonlyArray<ProviderDescriptor>
  /** Names the runtime module. A program that can write it imports from that module as well. */
  runtimeSpecifier: string
  entryNames: ReadonlyArray<string>
  /** What `pickIdentifier` gave for the code and all sources of the providers together. */
  dynamicImportIdentifier: string
  names: EntryNames
}

/** Whole lines, each with its terminator. Dynamic imports of the providers' sources work. */
export function composePrologue(parts: PrologueParts): string {
  const preludes = parts.providers.flatMap(({ prelude }) => prelude ?? [])
  return [
    composeImport(parts),
    ...parts.providers.map((provider) => composeProvider(provider, parts)),
    ...preludes.map((prelude) => `${rewrite(prelude, parts)}\n;\n`),
  ].join('')
}

function composeImport({ names, entryNames, ...parts }: PrologueParts): string {
  const bindings = [
    ...entryNames,
    `${RUNTIME_EXPORTS.run} as ${names.run}`,
    `${RUNTIME_EXPORTS.provider} as ${names.provider}`,
    `${RUNTIME_EXPORTS.dynamicImport} as ${parts.dynamicImportIdentifier}`,
  ]
  return `import { ${bindings.join(', ')} } from ${quote(parts.runtimeSpecifier)};\n`
}

function composeProvider(provider: ProviderDescriptor, parts: PrologueParts): string {
  const { name, tools, positionalArgs, proxySource } = provider
  if (proxySource !== undefined) {
    const source = rewrite(proxySource, parts)

    return DECLARATION.test(source) ? `${source}\n;\n` : `const ${name} = (\n${source}\n);\n`
  }
  const literal = quote({ name, tools, positionalArgs })
  return `const ${name} = ${parts.names.provider}(${literal});\n`
}

/** Source that declares names by itself, the provider's among them, instead of giving its value. */
const DECLARATION = /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*(?:const|let|var)\b/

function rewrite(source: string, parts: PrologueParts): string {
  return rewriteDynamicImports(source, parts.dynamicImportIdentifier)
}

/** JSON is JavaScript; but the two separators would count as line terminators. */
function quote(value: string | Partial<ProviderDescriptor>): string {
  return JSON.stringify(value)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
}
