/** Which row of one list is which row of another, and which of them have moved. */

/** One way to know a row again: equal keys are one row; '' is no key. */
interface Key<Row> {
  key: (row: Row) => string
  /** What has to hold besides, where an equal key alone may be chance. */
  isKin?: (before: Row, after: Row) => boolean
}

/**
 * Pairs the rows of two lists. Equal rows are paired in their order, so that twins stay twins.
 * @param keys in the order in which they are tried
 * @returns `pairs`: the earlier row by the later one; `removed`: earlier rows that have none;
 * `moved`: the fewest later rows that have to be taken out for all others to stand in their order
 */
export function pairRows<Row>(
  before: readonly Row[],
  after: readonly Row[],
  keys: readonly Key<Row>[],
): { pairs: Map<Row, Row>; removed: Set<Row>; moved: Set<Row> } {
  const pairs = new Map<Row, Row>()
  const removed = new Set(before)
  for (const { key, isKin = () => true } of keys) {
    const known = new Map<string, Row[]>()
    for (const row of removed) known.set(key(row), [...(known.get(key(row)) ?? []), row])
    for (const row of after) {
      const name = key(row)
      if (pairs.has(row) || name === '') continue
      const was = known.get(name)?.find((one) => removed.has(one) && isKin(one, row))
      if (!was) continue
      pairs.set(row, was)
      removed.delete(was)
    }
  }
  const kept = after.filter((row) => pairs.has(row))
  const places = new Map(before.map((row, place) => [row, place]))
  const staying = inOrder(kept, (row) => places.get(pairs.get(row) as Row) ?? 0)
  return { pairs, removed, moved: new Set(kept.filter((row) => !staying.has(row))) }
}

/** The longest run of rows, with gaps, whose places rise. */
function inOrder<Row>(rows: readonly Row[], placeOf: (row: Row) => number): Set<Row> {
  // By its length, the run that ends at the lowest place.
  const ends: Row[] = []
  const previous = new Map<Row, Row | undefined>()
  for (const row of rows) {
    const place = placeOf(row)
    const found = ends.findIndex((end) => placeOf(end) > place)
    const length = found < 0 ? ends.length : found
    previous.set(row, ends[length - 1])
    ends[length] = row
  }
  const run = new Set<Row>()
  for (let row = ends.at(-1); row !== undefined; row = previous.get(row)) run.add(row)
  return run
}
