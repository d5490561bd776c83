/** Stamps the server found too far ahead: given anew here, and recognised when they come back. */
import type { Cells } from '#shared/cells.ts'
import type { Kind } from '#shared/schema.ts'
import type { OpenClock } from './clock.ts'
import type { PendingRow } from './db.ts'
import type { EditEnv } from './writeCells.ts'
import type { StoreTx } from './store.ts'

import { isSameValue, latestStamp, mergeCells } from '#shared/cells.ts'
import { SHAPE_VERSION } from '#shared/schema.ts'
import { msOf, packStamp } from '#shared/stamp.ts'

/** Whether a pending cell is still the one that was sent. */
export function isSentCell(sent: PendingRow, name: string, cell: Cells[string]): boolean {
  const was = sent.cells[name]
  return was !== undefined && was[1] === cell[1] && isSameValue(was[0], cell[0])
}

/**
 * Gives cells with a stamp too far ahead a new one. The floor is what the server holds and what of
 * this row is not refused, never the refused stamp itself: that would be refused for ever.
 */
export async function restamp(
  tx: StoreTx,
  clock: OpenClock,
  p: string,
  sent: PendingRow,
  names: readonly string[],
  top: string,
): Promise<void> {
  // Also of what was typed over since: the more it must not come back.
  const stamps = Object.fromEntries(names.map((name) => [name, sent.cells[name]?.[1] ?? '']))
  await noteRefused(tx, sent, stamps, clock.now)
  const pending = await tx.getPending(p, sent.kind, sent.id)
  if (!pending) return
  const confirmed = await tx.getRow(p, sent.kind, sent.id)
  const cells: Cells = { ...pending.cells }
  const isRefused = (name: string): boolean => {
    const cell = cells[name]
    return names.includes(name) && cell !== undefined && isSentCell(sent, name, cell)
  }
  const refused = Object.keys(cells).filter(isRefused)
  refused.sort((a, b) => ((cells[a]?.[1] ?? '') < (cells[b]?.[1] ?? '') ? -1 : 1))
  const others = Object.entries(cells).filter(([name]) => !refused.includes(name))
  let floor = latestStamp({ ...confirmed?.cells })
  for (const stamp of [top, latestStamp(Object.fromEntries(others))])
    if (stamp > floor) floor = stamp
  // Right after the floor a stamp may have been given before, to a value that is still under way:
  // the next millisecond was not, and the server takes it.
  if (floor !== '') floor = packStamp(msOf(floor), 2 ** 18 - 1, 'zzzzzzzzz')
  for (const name of refused) {
    const cell = cells[name]
    if (!cell) continue
    const stamp = clock.tick(floor)
    cells[name] = [cell[0], stamp]
    if (stamp > floor) floor = stamp
  }
  await tx.putPending([{ ...pending, cells, tries: 0, next: 0 }])
}

/** When stamps were refused and given anew, by `kind:id:cell:stamp`: a cell may have several. */
type Refused = Record<string, number>

const MAX_GHOSTS = 200

/** Of the device: a row may go into an account in between. */
const REFUSED_KEY = 'refused'

/**
 * Remembers refused stamps: a copy of the request that the network delivers later may carry one
 * past the server, when its time has come, on top of what was typed since.
 */
async function noteRefused(
  tx: StoreTx,
  row: { kind: Kind; id: string },
  stamps: Record<string, string>,
  at: number,
): Promise<void> {
  const stored = ((await tx.getMeta(REFUSED_KEY)) ?? {}) as Refused
  for (const [cell, stamp] of Object.entries(stamps)) {
    stored[`${row.kind}:${row.id}:${cell}:${stamp}`] = at
  }
  const latest = Object.entries(stored).toSorted(([, a], [, b]) => b - a)
  await tx.putMeta(REFUSED_KEY, Object.fromEntries(latest.slice(0, MAX_GHOSTS)))
}

/** What this device shows in cells where a refused stamp of its own came back from the server. */
export async function ghostsOf(
  tx: StoreTx,
  p: string,
  row: { kind: Kind; id: string },
  arrived: Cells,
): Promise<Cells | null> {
  const refused = (await tx.getMeta(REFUSED_KEY)) as Refused | undefined
  if (!refused) return null
  const names = Object.entries(arrived)
    .filter(([cell, [, stamp]]) => refused[`${row.kind}:${row.id}:${cell}:${stamp}`] !== undefined)
    .map(([cell]) => cell)
  if (names.length === 0) return null
  const confirmed = await tx.getRow(p, row.kind, row.id)
  const pending = await tx.getPending(p, row.kind, row.id)
  const shown = mergeCells(confirmed?.cells ?? {}, pending?.cells ?? {})
  const own = Object.entries(shown).filter(([cell]) => names.includes(cell))
  return Object.fromEntries(own)
}

/** Types values again, later than everything the row holds now. */
export async function restate(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  row: { kind: Kind; id: string; kit: string },
  own: Cells,
): Promise<void> {
  const confirmed = await tx.getRow(p, row.kind, row.id)
  const pending = await tx.getPending(p, row.kind, row.id)
  let cells: Cells = { ...pending?.cells }
  for (const [name, [value, stamp]] of Object.entries(own)) {
    const shown = mergeCells(confirmed?.cells ?? {}, cells)
    const held = shown[name]
    if (!held || held[1] <= stamp || isSameValue(held[0], value)) continue
    cells = { ...cells, [name]: [value, clock.tick(latestStamp(shown))] }
  }
  if (Object.keys(cells).length === 0) return
  const { kind, id, kit } = row
  const at = pending?.at ?? env.now()
  await tx.putPending([{ p, kind, id, kit, cells, shape: SHAPE_VERSION, tries: 0, next: 0, at }])
}
