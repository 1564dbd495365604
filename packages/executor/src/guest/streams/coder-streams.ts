// TextDecoderStream and TextEncoderStream: transform streams around the coders.

import { TransformStream } from 'web-streams-polyfill'
import { defineInterface } from '../dom/define-interface.ts'
import { need } from '../dom/need.ts'
import { toDOMString } from '../dom/webidl.ts'
import { viewOfSource } from '../text/buffer-source.ts'
import type { TextDecoder } from '../text/text-decoder.ts'
import { utf8Encode } from '../text/utf8.ts'

type Side = object

export class TextDecoderStream {
  readonly #decoder: TextDecoder
  readonly #transform: TransformStream<unknown, string>

  constructor(label: unknown = 'utf-8', options: unknown = undefined) {
    const decoder = new (need('text').TextDecoder)(label, options)
    this.#decoder = decoder
    this.#transform = new TransformStream<unknown, string>({
      transform(chunk, controller) {
        const bytes = viewOfSource(chunk)
        if (bytes === undefined) {
          throw new TypeError('TextDecoderStream: the chunk is neither a buffer nor a view.')
        }
        const text = decoder.decode(bytes, { stream: true })
        if (text !== '') controller.enqueue(text)
      },
      flush(controller) {
        const text = decoder.decode()
        if (text !== '') controller.enqueue(text)
      },
    })
  }

  get encoding(): string {
    return this.#decoder.encoding
  }
  get fatal(): boolean {
    return this.#decoder.fatal
  }
  get ignoreBOM(): boolean {
    return this.#decoder.ignoreBOM
  }
  get readable(): Side {
    return this.#transform.readable
  }
  get writable(): Side {
    return this.#transform.writable
  }
}

const isLeadSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00

export class TextEncoderStream {
  readonly #transform: TransformStream<unknown, Uint8Array>

  constructor() {
    // A chunk may end in the middle of a surrogate pair.
    let lead = ''
    this.#transform = new TransformStream<unknown, Uint8Array>({
      transform(chunk, controller) {
        let text = lead + toDOMString(chunk)
        lead = ''
        if (isLeadSurrogate(text.charCodeAt(text.length - 1))) {
          lead = text.slice(-1)
          text = text.slice(0, -1)
        }
        if (text !== '') controller.enqueue(utf8Encode(text))
      },
      flush(controller) {
        if (lead !== '') controller.enqueue(utf8Encode(lead))
      },
    })
  }

  get encoding(): string {
    return this.#transform === undefined ? '' : 'utf-8'
  }
  get readable(): Side {
    return this.#transform.readable
  }
  get writable(): Side {
    return this.#transform.writable
  }
}

defineInterface(TextDecoderStream, 'TextDecoderStream')
defineInterface(TextEncoderStream, 'TextEncoderStream')
