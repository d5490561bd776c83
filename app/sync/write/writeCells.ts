/** Puts new values into a row's pending cells: the one place where an edit is stamped. */
import type { Cell, Cells, Json } from '#shared/sync/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { Stamp } from '#shared/sync/stamp.ts'
import type { OpenClock } from '../../device/clock.ts'
import type { PendingRow, StoredRow } from '../../device/db.ts'
import type { EditEnv, StoreTx } from '../../device/store.ts'

import { lastRefused } from './refusedStamps.ts'
import { GRACE_MS, msOf } from '#shared/sync/stamp.ts'
import { isRowAlive, isSameValue, latestStamp, mergeCells } from '#shared/sync/cells.ts'
import { cellProblem, ruleOf, SHAPE_VERSION } from '#shared/kinds/schema.ts'

/** New values for cells of one row. */
export interface Change {
  kind: Kind
  id: string
  /** The row's kit, its own id for a kit, '' for a row that stands alone. */
  kit: string
  cells: Record<string, Json>
  /**
   * What the person saw in cells, or had typed there last. A field does not change under somebody's
   * fingers, so what stands there by now may be another value, that nobody here has seen.
   */
  seen?: Record<string, Json>
}

/** Two changes of a row, the earlier first, as one. */
export function joinChanges(before: Change | undefined, after: Change): Change {
  if (!before) return after
  // Their order counts: a removal that was given again is later than what was typed before it.
  const { ...cells } = before.cells
  for (const [name, value] of Object.entries(after.cells)) {
    delete cells[name]
    cells[name] = value
  }
  const begun = Object.entries(after.seen ?? {}).filter(([name]) => !(name in before.cells))
  return { ...after, cells, seen: { ...before.seen, ...Object.fromEntries(begun) } }
}

/**
 * Puts the values that differ from what is shown into the row's pending cells. Runs inside the
 * caller's transaction.
 */
export async function writeCells(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  change: Change,
): Promise<void> {
  const { kind, id, kit } = change
  const confirmed = await tx.getRow(p, kind, id)
  const before = await tx.getPending(p, kind, id)
  let shown = mergeCells(confirmed?.cells ?? {}, before?.cells ?? {})
  const dirty: Cells = { ...before?.cells }
  // A kit's deletion has to be later than everything in it, not only than its own cells.
  const kitFloor = kind === 'kit' && 'del' in change.cells ? await latestOfKit(tx, p, id) : ''
  const rule = ruleOf(kind)
  const isPart = confirmed
    ? await isUnread(tx, p, change, confirmed)
    : before?.blind !== undefined ||
      rule.required.some((name) => !(name in (before ?? change).cells))
  const blind = new Set(before?.blind)
  let isChanged = false
  // Without its required cell the server stores nothing of a new row: it would wait for ever.
  const isNew = !confirmed && !before
  const isLame =
    isNew && rule.required.some((name) => codeOf(change, name, change.cells[name]) !== null)
  for (const [name, value] of Object.entries(change.cells)) {
    const known = shown[name]
    // A deletion that a later edit undid is there and counts for nothing: it is given again.
    const isUndone = name === 'del' && value === true && kind !== 'kit' && isRowAlive(shown)
    if (known && isSameValue(known[0], value) && !isUndone) continue
    const seen = change.seen?.[name]
    // A copy that has just been made has what stood in the original.
    const isUnseen = known && seen !== undefined && !isSameValue(known[0], seen)
    if (isUnseen && !clock.hasGiven(known[1])) await offerUnseen(tx, env, p, change, name, known)
    const code = codeOf(change, name, value) ?? (isLame ? 'parent_gone' : null)
    if (code !== null) {
      // A screen let it through that should not have. It is kept and shown, and the rest goes on:
      // one bad value must not hold up what is typed after it.
      await tx.putProblem({
        id: `${id}:${name}`,
        p,
        at: env.now(),
        kind,
        row: id,
        kit,
        cell: name,
        value,
        code,
      })
      continue
    }
    const ofRow = latestStamp(shown)
    const floor = name === 'del' && kitFloor > ofRow ? kitFloor : ofRow
    const stamp = clock.tick(await notGivenBefore(tx, clock, change, name, floor))
    if (isPart && !known) blind.add(name)
    dirty[name] = [value, stamp]
    shown = { ...shown, [name]: [value, stamp] }
    isChanged = true
  }
  if (!isChanged) return
  const row: PendingRow = {
    p,
    kind,
    id,
    kit,
    cells: dirty,
    shape: SHAPE_VERSION,
    tries: 0,
    next: 0,
    at: before?.at ?? env.now(),
  }
  if (before?.blind || blind.size > 0) row.blind = [...blind]
  await tx.putPending([row])
}

/**
 * Whether more of a row may be to come than is here: what was sent of it is confirmed by its answer, and
 * the account has not been read to its end since somebody signed in.
 */
async function isUnread(tx: StoreTx, p: string, { cells }: Change, confirmed: StoredRow) {
  const isAllKnown = Object.keys(cells).every((name) => name in confirmed.cells)
  return !isAllKnown && (await tx.getMeta(`lastOk:${p}`)) === undefined
}

/**
 * The floor of a new stamp. A clock that ran ahead may have given the next one before, to a value that was
 * refused for it and stands lower now: its time has come since, or the floor itself is that far ahead.
 */
async function notGivenBefore(
  tx: StoreTx,
  clock: OpenClock,
  row: Change,
  cell: string,
  floor: Stamp,
): Promise<Stamp> {
  const reach = Math.max(floor === '' ? 0 : msOf(floor), clock.now + GRACE_MS)
  const refused = await lastRefused(tx, row, cell, reach)
  return refused > floor ? refused : floor
}

/** A value that is typed over and was on no screen here is offered back, under the name it has elsewhere too. */
async function offerUnseen(
  tx: StoreTx,
  env: EditEnv,
  p: string,
  { kind, id, kit }: Change,
  cell: string,
  [value, stamp]: Cell,
): Promise<void> {
  const problem = { p, at: env.now(), kind, row: id, kit, cell, value, code: 'overwritten' }
  await tx.putProblem({ ...problem, id: `${id}:${cell}:${stamp}` })
}

/** What is wrong with a value that is given, null for none. */
function codeOf({ kind }: Change, name: string, value: Json | undefined): string | null {
  return value === undefined ? null : cellProblem(kind, name, value)
}

async function latestOfKit(tx: StoreTx, p: string, kitId: string): Promise<string> {
  const rows = [...(await tx.rowsOfKit(p, kitId)), ...(await tx.pendingOfKit(p, kitId))]
  return rows.reduce((latest, row) => {
    const stamp = latestStamp(row.cells)
    return stamp > latest ? stamp : latest
  }, '')
}
