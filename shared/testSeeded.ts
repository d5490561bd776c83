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
 * Independent generator per pair of numbers (sfc32). Four times the state, so that among a million
 * pairs no two draw the same ids.
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
  // Warm-up: the seed is only a few bits.
  for (let round = 0; round < 15; round++) next()
  return next
}

/** Random draws of a model; deterministic per seed. */
export class Lots {
  readonly #seed: number
  #draw: () => number

  constructor(seed: number) {
    this.#seed = seed
    this.#draw = seeded(seed)
  }

  chance = (): number => this.#draw()

  /** Reseeds with the seed and this number alone, independent of earlier draws. */
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
