/** Restamps cells whose stamps the server refused as too far ahead. */
import type { Work } from '../../device/work.ts'
import type { PendingRow } from '../../device/db.ts'

import { type Cells, isSameValue, latestStamp } from '#shared/cells/cells.ts'
import { lastRefused, noteRefused } from '../write/refusedStamps.ts'
import { GRACE_MS, msOf, packStamp, type Stamp } from '#shared/cells/stamp.ts'

/** Whether a pending cell is still the one that was sent. */
export function isSentCell(
  sent: Pick<PendingRow, 'cells'>,
  name: string,
  cell: Cells[string],
): boolean {
  const was = sent.cells[name]
  return was !== undefined && was[1] === cell[1] && isSameValue(was[0], cell[0])
}

/**
 * Restamps cells too far ahead: the refused ones, and later edits of the row by the same clock, so
 * their order holds. The floor is the server's stamp and the row's acceptable ones, never the
 * refused stamp itself: that would be refused forever.
 */
export async function restampAhead(
  work: Work,
  sent: PendingRow,
  names: readonly string[],
  top: string,
): Promise<void> {
  const { tx, clock, p: principal } = work
  const pending = await tx.get('pending', [principal, sent.kind, sent.id])
  if (!pending) return
  const confirmed = await tx.get('rows', [principal, sent.kind, sent.id])
  const cells: Cells = { ...pending.cells }
  const refused = Object.entries(cells).filter(
    ([name, cell]) => names.includes(name) && isSentCell(sent, name, cell),
  )
  const isAhead = ([, [, stamp]]: [string, Cells[string]]) =>
    msOf(stamp) > clock.now + GRACE_MS || refused.some(([, [, first]]) => first <= stamp)
  const ahead = Object.entries(cells).filter(isAhead)
  ahead.sort(([, a], [, b]) => (a[1] < b[1] ? -1 : 1))
  const others = Object.entries(cells).filter((entry) => !ahead.some(([name]) => name === entry[0]))
  let floor = latestStamp({ ...confirmed?.cells })
  for (const stamp of [top, latestStamp(Object.fromEntries(others))])
    if (stamp > floor) floor = stamp
  // A stamp right after the floor may belong to a value still under way: the next millisecond is
  // unused, and the server accepts it.
  if (floor !== '') floor = packStamp(msOf(floor), 2 ** 18 - 1, 'zzzzzzzzz')
  const stamps: [string, Stamp][] = []
  for (const [name, [value, stamp]] of ahead) {
    // A delayed answer may set the clock back into a range of issued stamps.
    const last = await lastRefused(tx, sent, name, clock.now + GRACE_MS)
    floor = clock.tick(last > floor ? last : floor)
    cells[name] = [value, floor]
    stamps.push([name, stamp], [name, floor])
  }
  await noteRefused(tx, sent, stamps, clock.now)
  await tx.put('pending', [{ ...pending, cells, tries: 0, next: 0 }])
}
