/** Stamps the server found too far ahead are given anew here. */
import type { Cells } from '#shared/sync/cells.ts'
import type { OpenClock } from '../../device/clock.ts'
import type { PendingRow } from '../../device/db.ts'
import type { StoreTx } from '../../device/store.ts'

import { isSameValue, latestStamp } from '#shared/sync/cells.ts'
import { lastRefused, noteRefused } from '../write/refusedStamps.ts'
import { GRACE_MS, msOf, packStamp, type Stamp } from '#shared/sync/stamp.ts'

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
 * Gives cells with a stamp too far ahead a new one: those that were refused, and what was typed into
 * the row since by the same clock, so that the order of typing stays. The floor is what the server
 * holds and what of this row is not ahead, never the refused stamp itself: that would be refused for
 * ever.
 */
export async function restamp(
  tx: StoreTx,
  clock: OpenClock,
  p: string,
  sent: PendingRow,
  names: readonly string[],
  top: string,
): Promise<void> {
  const pending = await tx.getPending(p, sent.kind, sent.id)
  if (!pending) return
  const confirmed = await tx.getRow(p, sent.kind, sent.id)
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
  // Right after the floor a stamp may have been given before, to a value that is still under way:
  // the next millisecond was not, and the server takes it.
  if (floor !== '') floor = packStamp(msOf(floor), 2 ** 18 - 1, 'zzzzzzzzz')
  const stamps: [string, Stamp][] = []
  for (const [name, [value, stamp]] of ahead) {
    // An answer that was long on its way sets the clock back to where it gave stamps before.
    const last = await lastRefused(tx, sent, name, clock.now + GRACE_MS)
    floor = clock.tick(last > floor ? last : floor)
    cells[name] = [value, floor]
    stamps.push([name, stamp], [name, floor])
  }
  await noteRefused(tx, sent, stamps, clock.now)
  await tx.putPending([{ ...pending, cells, tries: 0, next: 0 }])
}
