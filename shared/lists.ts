/** Lists by a rule of their caller. */

/** Groups by key, each in the order of the list. */
export function groupBy<T>(all: Iterable<T>, keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    // Mutated: copies would take half a second for a full log.
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

/**
 * Longest chain of a list in which each follows the one before it.
 * @returns the last one first
 */
export function longestChain<T>(all: readonly T[], follows: (one: T, before: T) => boolean): T[] {
  // By length: the end of the chain that the most can follow.
  const ends: T[] = []
  const previous = new Map<T, T | undefined>()
  for (const one of all) {
    const at = ends.findLastIndex((end) => follows(one, end))
    previous.set(one, ends[at])
    ends[at + 1] = one
  }
  const chain: T[] = []
  for (let one = ends.at(-1); one !== undefined; one = previous.get(one)) chain.push(one)
  return chain
}
