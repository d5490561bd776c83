/** Stamps the server found too far ahead: given anew here, and recognised when they come back. */
import type { Cells } from '#shared/sync/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { OpenClock } from '../../device/clock.ts'
import type { PendingRow } from '../../device/db.ts'
import type { EditEnv, StoreTx } from '../../device/store.ts'

import { isRowAlive, isSameValue, latestStamp, mergeCells } from '#shared/sync/cells.ts'
import { nameOf, noteGiven, readRefused, type Given } from '../write/refusedStamps.ts'
import { SHAPE_VERSION } from '#shared/kinds/schema.ts'
import { GRACE_MS, msOf, nodeOf, packStamp } from '#shared/sync/stamp.ts'

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
  const ahead = Object.entries(cells).filter(
    ([name, cell]) =>
      (names.includes(name) && isSentCell(sent, name, cell)) ||
      msOf(cell[1]) > clock.now + GRACE_MS,
  )
  ahead.sort(([, a], [, b]) => (a[1] < b[1] ? -1 : 1))
  const others = Object.entries(cells).filter((entry) => !ahead.some(([name]) => name === entry[0]))
  let floor = latestStamp({ ...confirmed?.cells })
  for (const stamp of [top, latestStamp(Object.fromEntries(others))])
    if (stamp > floor) floor = stamp
  // Right after the floor a stamp may have been given before, to a value that is still under way:
  // the next millisecond was not, and the server takes it.
  if (floor !== '') floor = packStamp(msOf(floor), 2 ** 18 - 1, 'zzzzzzzzz')
  const given: Record<string, Given> = {}
  for (const [name, [value, stamp]] of ahead) {
    const next = clock.tick(floor)
    cells[name] = [value, next]
    given[name] = { from: stamp, to: next, at: clock.now }
    if (next > floor) floor = next
  }
  await noteGiven(tx, sent, given)
  await tx.putPending([{ ...pending, cells, tries: 0, next: 0 }])
}

/** Values to be typed again, and whether their row is deleted here. */
interface Reclaimed {
  cells: Cells
  isDead: boolean
}

/**
 * What this device shows in cells where a value came back that it had typed before: its stamp lies
 * between one that was refused and the lower one that was given for it.
 */
export async function ghostsOf(
  tx: StoreTx,
  p: string,
  row: { kind: Kind; id: string },
  arrived: Cells,
): Promise<Reclaimed | null> {
  const refused = await readRefused(tx)
  if (!refused) return null
  const names = Object.entries(arrived)
    .filter(([cell, [, stamp]]) =>
      refused[nameOf(row, cell)]?.some(
        ({ from, to }) => nodeOf(from) === nodeOf(stamp) && to < stamp && stamp <= from,
      ),
    )
    .map(([cell]) => cell)
  if (names.length === 0) return null
  const confirmed = await tx.getRow(p, row.kind, row.id)
  const pending = await tx.getPending(p, row.kind, row.id)
  const shown = mergeCells(confirmed?.cells ?? {}, pending?.cells ?? {})
  const isDead = row.kind !== 'kit' && !isRowAlive(shown)
  const isAsked = ([cell]: [string, unknown]) => names.includes(cell) || (isDead && cell === 'del')
  const cells = Object.fromEntries(Object.entries(shown).filter(isAsked))
  // Its own deletion that came back late: what was typed into the row since keeps it here.
  if (row.kind !== 'kit' && !isDead && cells['del']) cells['del'] = [false, cells['del'][1]]
  return { cells, isDead }
}

/** Types values again, later than everything the row holds now. */
export async function restate(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  row: { kind: Kind; id: string; kit: string },
  { cells: own, isDead }: Reclaimed,
): Promise<void> {
  const confirmed = await tx.getRow(p, row.kind, row.id)
  const pending = await tx.getPending(p, row.kind, row.id)
  let cells: Cells = { ...pending?.cells }
  const isLast = (name: string) => Number(name === 'del')
  const inOrder = Object.entries(own).toSorted(([a], [b]) => isLast(a) - isLast(b))
  for (const [name, [value, stamp]] of inOrder) {
    const shown = mergeCells(confirmed?.cells ?? {}, cells)
    const held = shown[name]
    const isLost = held !== undefined && held[1] > stamp && !isSameValue(held[0], value)
    // What is deleted here stays so when nothing but what came back has revived it.
    const rest = Object.fromEntries(
      Object.entries(shown).filter(([cell]) => cell === 'del' || !own[cell]),
    )
    const isRevived = isDead && name === 'del' && isRowAlive(shown) && !isRowAlive(rest)
    if (isLost || isRevived) cells = { ...cells, [name]: [value, clock.tick(latestStamp(shown))] }
  }
  if (Object.keys(cells).length === 0) return
  const { kind, id, kit } = row
  const at = pending?.at ?? env.now()
  await tx.putPending([{ p, kind, id, kit, cells, shape: SHAPE_VERSION, tries: 0, next: 0, at }])
}
