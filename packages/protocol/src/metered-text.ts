// A text that a parser may read only so often: some parsers try some texts again and again, for minutes.

/** Counts how often the text is read, and throws RangeError when that is too often. */
class MeteredText extends String {
  #left: number

  constructor(text: string, reads: number) {
    super(text)
    this.#left = reads
  }

  override charCodeAt(index: number): number {
    this.#spend()
    return super.charCodeAt(index)
  }

  override codePointAt(index: number): number | undefined {
    this.#spend()
    return super.codePointAt(index)
  }

  #spend(): void {
    this.#left -= 1
    if (this.#left < 0) throw new RangeError('The text takes too many reads.')
  }
}

/** The text as an object that stands for a string, and whose characters can be read `reads` times in all. */
export function meterText(text: string, reads: number): string {
  const metered: unknown = new MeteredText(text, reads)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has every method of a string
  return metered as string
}
