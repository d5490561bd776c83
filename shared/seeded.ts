/** A small generator (mulberry32), good enough for schedules and the same everywhere. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * A generator of its own for each pair of numbers (sfc32). Its state is four times as long, so that
 * of a million pairs no two ever draw the same ids.
 */
export function seededBy(seed: number, part: number): () => number {
  let [a, b, c, count] = [seed | 0, part | 0, 0x9e3779b9 | 0, 1]
  const next = (): number => {
    const sum = (((a + b) | 0) + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  // What it begins with is a few bits only: these spread them.
  for (let round = 0; round < 15; round++) next()
  return next
}

/** What a model draws by lot: the same again with the same seed. */
export class Lots {
  readonly #seed: number
  #draw: () => number

  constructor(seed: number) {
    this.#seed = seed
    this.#draw = seeded(seed)
  }

  chance = (): number => this.#draw()

  /** From here on the lots depend on the seed and this number alone, not on what was drawn before. */
  begin(part: number): void {
    this.#draw = seededBy(this.#seed, part)
  }

  random = (length: number): Uint8Array =>
    Uint8Array.from({ length }, () => Math.floor(this.chance() * 256))

  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.chance() * list.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  isLucky(share: number): boolean {
    return this.chance() < share
  }
}
