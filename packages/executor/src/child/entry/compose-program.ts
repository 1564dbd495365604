// A run's code and providers as one entry module, ready to be compiled.

import type { ProviderDescriptor } from '@supolka/codemode-executor-protocol'
import { composeEntry, ENTRY_FILE_NAME } from './compose-entry.ts'
import { nameEntryParts, pickIdentifier } from './identifiers.ts'
import { mapMessage } from './map-message.ts'
import { composePrologue, ENTRY_NAMES } from './prologue.ts'
import { rewriteDynamicImports } from './rewrite-imports.ts'

export type ComposedProgram = {
  source: string
  info: { filename: string; lineOffset: number; columnOffset: number }
  /** Gives a message's position back in the coordinates of the code. */
  mapMessage: (message: string) => string
}

/** `runtimeSpecifier` names the runtime module and is unguessable. */
export function composeProgram(
  program: { code: string; providers: ReadonlyArray<ProviderDescriptor> },
  runtimeSpecifier: string,
): ComposedProgram {
  const { code, providers } = program
  const sources = providers.flatMap(({ prelude, proxySource }) => [
    prelude ?? '',
    proxySource ?? '',
  ])
  const texts = [code, ...sources, ...providers.map(({ name }) => name)]
  const identifier = pickIdentifier(texts.join('\n'))
  const names = nameEntryParts(identifier, runtimeSpecifier.slice(-NAME_SALT_LENGTH))
  const prologue = composePrologue({
    providers,
    runtimeSpecifier,
    entryNames: ENTRY_NAMES,
    dynamicImportIdentifier: identifier,
    names,
  })
  const entry = composeEntry({ code: rewriteDynamicImports(code, identifier), prologue, names })
  const { source, lineOffset, columnOffset } = entry

  return {
    source,
    info: { filename: ENTRY_FILE_NAME, lineOffset, columnOffset },
    mapMessage: (message) => mapMessage(message, entry),
  }
}

const NAME_SALT_LENGTH = 8
