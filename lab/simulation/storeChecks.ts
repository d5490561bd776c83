/** Invariants of one device's store after each step. */
import type { Tables, Token } from './ledger.ts'

import { fieldOf, isKitAlive, isRowAlive, mergeCells } from '#shared/cells/cells.ts'
import { ruleOf } from '#shared/kinds/schema.ts'
import { check, describe } from './invariants.ts'
import { tokenOf } from './ledger.ts'

/** Whether the row of a value is deleted on this device. */
export function isDeleted({ place }: Token, { rows, pending }: Tables): boolean {
  const key = place.slice(0, place.lastIndexOf(' '))
  return !isRowAlive(mergeCells(rows.get(key)?.cells ?? {}, pending.get(key)?.cells ?? {}))
}

/** I6: a pending value is the one shown, unless a later one was seen. */
export function checkShown(token: Token, { rows, pending }: Tables): void {
  if (token.isReplaced || token.isDiscarded) return
  const [p = '', kind = '', id = ''] = token.place.split(' ')
  const key = `${p} ${kind} ${id}`
  const mine = pending.get(key)?.cells[token.cell]
  if (tokenOf(mine?.[0]) !== token.id || !mine) return
  const shown = mergeCells(rows.get(key)?.cells ?? {}, { [token.cell]: mine })[token.cell]
  check(shown?.[1] !== undefined && shown[1] >= mine[1], 'I6', () => [describe(token), shown])
}

/**
 * I9: confirmed cells and cursors never go back.
 * @param collected rows the server has collected: a restored one may have earlier stamps
 */
export function checkMonotonic(
  before: Tables,
  now: Tables,
  collected: ReadonlySet<string> = new Set(),
): void {
  for (const [key, row] of now.rows) {
    const old = before.rows.get(key)
    if (!old || old === row) continue
    // A deleted kit of somebody else shows nothing but its tombstone.
    if (!row.mine && !isKitAlive(row.cells)) continue
    for (const [cell, [, stamp]] of Object.entries(old.cells)) {
      // A row the server said it lacks is pending again as a whole.
      const next = row.cells[cell]?.[1] ?? now.pending.get(key)?.cells[cell]?.[1] ?? ''
      // Some of those cells may have been refused.
      if (next === '' && now.problems.has(`${row.id}:${cell}`)) continue
      // Others' kits show fewer live cells once saved: the version has the rest.
      if (next === '' && !row.mine) continue
      // Immutable cells are those of the re-created row: I1 checks the server's side.
      if (collected.has(row.id) && ruleOf(row.kind).immutable?.includes(cell) === true) continue
      // A row deleted and collected is re-created from later edits.
      if (next === '' && collected.has(row.id) && !isRowAlive(old.cells)) continue
      // Own rows turned another's are pulled with aliases: only the time is comparable.
      const known = row.mine ? stamp : stamp.slice(0, 10)
      check(next >= known, 'I9', () => [key, cell, stamp, next])
    }
  }
  for (const [key, value] of now.meta) {
    const old = before.meta.get(key)
    if (!key.startsWith('cursors:') || old === value || !old) continue
    for (const [scope, version] of Object.entries(old as Record<string, number>)) {
      const next = (value as Record<string, number>)[scope] ?? 0
      const principal = key.slice('cursors:'.length)
      // A kit that left its owner has no rows here: it may be read again from the start.
      const isLeft = next === 0 && scope.startsWith('k:') && !hasOwn(now, principal, scope.slice(2))
      // Or a re-read from the start is under way, in several answers.
      const isAnew = isLeft || fieldOf(now.meta.get(`begun:${principal}`), scope) !== undefined
      check(next >= version || isAnew, 'I9', () => [key, scope, version, next])
    }
  }
}

function hasOwn({ rows }: Tables, principal: string, kit: string): boolean {
  return [...rows.values()].some((row) => row.p === principal && row.kit === kit && row.mine)
}

/** I7: one pending row per row, one value per cell, and no unknown cells. */
export function checkQueue({ pending }: Tables): void {
  for (const [key, row] of pending) {
    const cells = Object.keys(row.cells)
    check(key === `${row.p} ${row.kind} ${row.id}`, 'I7', () => [key, row])
    check(cells.length > 0, 'I7', () => ['an empty record', row])
    const unknown = cells.filter((cell) => !(cell in ruleOf(row.kind).cells))
    check(unknown.length === 0, 'I7', () => [key, unknown])
  }
}
