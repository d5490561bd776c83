/** Writes values into a row's pending cells: the only place where an edit is stamped. */
import type { Work, Unstamped } from '../../device/work.ts'
import type { Cell, Cells, Json } from '#shared/cells/cells.ts'
import type { OpenClock } from '../../device/clock.ts'
import { pendingOf, problemOf, type StoredRow } from '../../device/db.ts'
import { allOfKit, type StoreTx, getMeta } from '../../device/store.ts'

import { lastRefused } from './refusedStamps.ts'
import { GRACE_MS, msOf, type Stamp } from '#shared/cells/stamp.ts'
import { isRowAlive, isSameValue, latestStamp, mergeCells } from '#shared/cells/cells.ts'
import { cellProblem, type Kind, ruleOf } from '#shared/kinds/schema.ts'

/** New cells of one row. */
export interface Change {
  kind: Kind
  id: string
  /** Id of the row's kit; its own id for a kit, '' for a row that stands alone. */
  kit: string
  cells: Record<string, Json>
  /**
   * Values the person saw, or typed last. A focused field does not update, so the stored value may
   * by now be one nobody here has seen.
   */
  seen?: Record<string, Json>
}

/** Merges two changes of a row, the earlier first. */
export function joinChanges(before: Change | undefined, after: Change): Change {
  if (!before) return after
  // Order counts: a repeated deletion comes after the edits before it.
  const { ...cells } = before.cells
  for (const [name, value] of Object.entries(after.cells)) {
    delete cells[name]
    cells[name] = value
  }
  const begun = Object.entries(after.seen ?? {}).filter(([name]) => !(name in before.cells))
  return { ...after, cells, seen: { ...before.seen, ...Object.fromEntries(begun) } }
}

/** Writes values that differ from the shown ones. Runs inside the caller's transaction. */
export async function writeCells(work: Work, change: Change): Promise<void> {
  const { tx, env, clock, p: principal } = work
  const { kind, id, kit } = change
  const row = { p: principal, kind, id, kit }
  const confirmed = await tx.get('rows', [principal, kind, id])
  const before = await tx.get('pending', [principal, kind, id])
  let shown = mergeCells(confirmed?.cells ?? {}, before?.cells ?? {})
  const dirty: Cells = { ...before?.cells }
  // A kit's deletion must be later than every row in it, not just its own cells.
  const kitFloor =
    kind === 'kit' && 'del' in change.cells ? await latestOfKit(tx, principal, id) : ''
  const rule = ruleOf(kind)
  const isPart = confirmed
    ? await isUnread(tx, principal, change, confirmed)
    : before?.blind !== undefined ||
      rule.required.some((name) => !(name in (before ?? change).cells))
  const blind = new Set(before?.blind)
  let isChanged = false
  // The server stores no new row without its required cells: it would stay pending forever.
  const isNew = !confirmed && !before
  const isLame =
    isNew && rule.required.some((name) => codeOf(change, name, change.cells[name]) !== null)
  for (const [name, value] of Object.entries(change.cells)) {
    const known = shown[name]
    // A deletion undone by a later edit has no effect: it is stamped again.
    const isUndone = name === 'del' && value === true && kind !== 'kit' && isRowAlive(shown)
    if (known && isSameValue(known[0], value) && !isUndone) continue
    const seen = change.seen?.[name]
    // A fresh copy has the original's values.
    const isUnseen = known && seen !== undefined && !isSameValue(known[0], seen)
    if (isUnseen && !clock.hasGiven(known[1])) await offerUnseen(work, change, name, known)
    const code = codeOf(change, name, value) ?? (isLame ? 'parent_gone' : null)
    if (code !== null) {
      // A screen let an invalid value through. It becomes a problem, and the rest goes on: one bad
      // value must not block later edits.
      await tx.put('problems', [problemOf(row, env.now(), name, value, code)])
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
  const isBlind = before?.blind !== undefined || blind.size > 0
  const next = pendingOf(row, dirty, before?.at ?? env.now())
  await tx.put('pending', [{ ...next, ...(isBlind && { blind: [...blind] }) }])
}

/**
 * Whether the server may have more cells of the row: only a result confirmed it, and the account
 * has not been fully pulled since sign-in.
 */
async function isUnread(tx: StoreTx, principal: string, { cells }: Change, confirmed: StoredRow) {
  const isAllKnown = Object.keys(cells).every((name) => name in confirmed.cells)
  return !isAllKnown && (await getMeta(tx, `lastOk:${principal}`)) === undefined
}

/**
 * Floor of a new stamp. A fast clock may have issued the next one before, to a value that was
 * refused and restamped lower: it is acceptable by now, or below a floor that far ahead.
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

/** Offers back an overwritten value that no screen here showed, under its shared id. */
async function offerUnseen(
  work: Unstamped,
  change: Change,
  cell: string,
  [value, stamp]: Cell,
): Promise<void> {
  const { tx, env, p } = work
  const problem = problemOf({ ...change, p }, env.now(), cell, value, 'overwritten')
  await tx.put('problems', [{ ...problem, id: `${problem.id}:${stamp}` }])
}

/** Refusal code of a value, null for a valid or absent one. */
function codeOf({ kind }: Change, name: string, value: Json | undefined): string | null {
  return value === undefined ? null : cellProblem(kind, name, value)
}

async function latestOfKit(tx: StoreTx, principal: string, kitId: string): Promise<string> {
  const rows = await allOfKit(tx, principal, kitId)
  return rows.reduce((latest, row) => {
    const stamp = latestStamp(row.cells)
    return stamp > latest ? stamp : latest
  }, '')
}
