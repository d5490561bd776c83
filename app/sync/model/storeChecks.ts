/** What has to hold in one device's store after each step. */
import type { Tables, Token } from './ledger.ts'

import { fieldOf, isKitAlive, isRowAlive, mergeCells } from '#shared/sync/cells.ts'
import { ruleOf } from '#shared/kinds/schema.ts'
import { check, describe } from './invariants.ts'
import { tokenOf } from './ledger.ts'

/** Whether the row of a value is deleted, as this device has it. */
export function isDeleted({ place }: Token, { rows, pending }: Tables): boolean {
  const key = place.slice(0, place.lastIndexOf(' '))
  return !isRowAlive(mergeCells(rows.get(key)?.cells ?? {}, pending.get(key)?.cells ?? {}))
}

/** I6: a value on its way is what is shown, unless a later one of somebody was seen. */
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
 * I9: a confirmed cell and a cursor never go back.
 * @param collected rows the server has collected: one that comes back may do so with an earlier stamp
 */
export function checkMonotonic(
  before: Tables,
  now: Tables,
  collected: ReadonlySet<string> = new Set(),
): void {
  for (const [key, row] of now.rows) {
    const old = before.rows.get(key)
    if (!old || old === row) continue
    // Of somebody else's kit that was deleted nothing but that is shown any more.
    if (!row.mine && !isKitAlive(row.cells)) continue
    for (const [cell, [, stamp]] of Object.entries(old.cells)) {
      // Of a row the server said it does not have, all of it waits again.
      const next = row.cells[cell]?.[1] ?? now.pending.get(key)?.cells[cell]?.[1] ?? ''
      // And of that, what the server refused.
      if (next === '' && now.problems.has(`${row.id}:${cell}`)) continue
      // Of somebody else's kit less is told once it was saved: the version says the rest.
      if (next === '' && !row.mine) continue
      // What never changes is as the row was begun anew: whether it is so there, I1 looks at.
      if (collected.has(row.id) && ruleOf(row.kind).immutable?.includes(cell) === true) continue
      // What was deleted and collected begins anew with what was typed into it since.
      if (next === '' && collected.has(row.id) && !isRowAlive(old.cells)) continue
      // What was one's own is read with the alias that strangers see: the moment is the same.
      const known = row.mine ? stamp : stamp.slice(0, 10)
      check(next >= known, 'I9', () => [key, cell, stamp, next])
    }
  }
  for (const [key, value] of now.meta) {
    const old = before.meta.get(key)
    if (!key.startsWith('cursors:') || old === value || !old) continue
    for (const [scope, version] of Object.entries(old as Record<string, number>)) {
      const next = (value as Record<string, number>)[scope] ?? 0
      const p = key.slice('cursors:'.length)
      // Of a kit that left its owner's rows nothing is here: it may be read anew.
      const isLeft = next === 0 && scope.startsWith('k:') && !hasOwn(now, p, scope.slice(2))
      // Or a reading from the start is on its way, in several answers.
      const isAnew = isLeft || fieldOf(now.meta.get(`begun:${p}`), scope) !== undefined
      check(next >= version || isAnew, 'I9', () => [key, scope, version, next])
    }
  }
}

function hasOwn({ rows }: Tables, p: string, kit: string): boolean {
  return [...rows.values()].some((row) => row.p === p && row.kit === kit && row.mine)
}

/** I7: one record a row, one value a cell, and nothing that no row has. */
export function checkQueue({ pending }: Tables): void {
  for (const [key, row] of pending) {
    const cells = Object.keys(row.cells)
    check(key === `${row.p} ${row.kind} ${row.id}`, 'I7', () => [key, row])
    check(cells.length > 0, 'I7', () => ['an empty record', row])
    const unknown = cells.filter((cell) => !(cell in ruleOf(row.kind).cells))
    check(unknown.length === 0, 'I7', () => [key, unknown])
  }
}
