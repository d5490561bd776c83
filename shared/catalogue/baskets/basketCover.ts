/** Which lines can be bought at all, from how few shops. */
import type { BasketProblem } from './basketProblem.ts'

export interface Cover {
  /** Bit field of the shops that may be used. */
  shops: number
  /** Some of them that are few enough and have all the lines. */
  start: number
  /** The lines that they have. */
  lines: number[]
}

/**
 * The sets of shops that serve the most lines. One, of all shops, when the limit on their number
 * leaves no line out: the search then keeps the limit. Else each largest set by itself.
 */
export function bestCovers({ shops, lines, mostShops = shops.length }: BasketProblem): Cover[] {
  const all = 2 ** shops.length - 1
  const having = lines.map((offers) => offers.reduce((mask, { shop }) => mask | (1 << shop), 0))
  const locked = shops.reduce((mask, { isLocked }, at) => (isLocked ? mask | (1 << at) : mask), 0)
  const coverOf = (mask: number): Cover => ({
    shops: mask,
    start: mask,
    lines: having.flatMap((own, line) => (own & mask ? [line] : [])),
  })
  const whole = coverOf(all)
  if (mostShops >= shops.length) return [whole]
  let most = 0
  let covers: Cover[] = []
  for (const mask of setsOf(shops.length, Math.max(0, mostShops))) {
    if ((mask & locked) !== locked) continue
    const cover = coverOf(mask)
    if (cover.lines.length === whole.lines.length) return [{ ...whole, start: mask }]
    if (cover.lines.length > most) {
      most = cover.lines.length
      covers = []
    }
    if (cover.lines.length === most) covers.push(cover)
  }
  return covers
}

/** Every bit field of `count` bits with `size` of them set (Gosper's hack). */
function* setsOf(count: number, size: number): Generator<number> {
  if (size === 0) return
  let mask = 2 ** size - 1
  while (mask < 2 ** count) {
    yield mask
    const low = mask & -mask
    const carry = mask + low
    mask = carry | (((mask ^ carry) >>> 2) / low)
  }
}
