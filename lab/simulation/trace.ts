/** Hash (cyrb53) of everything that happened in a run: runs that differ anywhere differ in it. */
export class Trace {
  #high = 0xdeadbeef
  #low = 0x41c6ce57

  /** Adds to the hash. A Map is empty as JSON: pass its entries. */
  readonly hear = (what: string, value: unknown): void => {
    const text = `${what} ${JSON.stringify(value)}`
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      this.#high = Math.imul(this.#high ^ code, 2654435761)
      this.#low = Math.imul(this.#low ^ code, 1597334677)
    }
  }

  get hash(): string {
    const parts = [this.#high, this.#low].map((part) => (part >>> 0).toString(16).padStart(8, '0'))
    return parts.join('')
  }
}
