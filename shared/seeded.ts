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

/** What a model draws by lot: the same again with the same seed. */
export class Lots {
  readonly chance: () => number

  constructor(seed: number) {
    this.chance = seeded(seed)
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
