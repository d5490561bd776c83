/**
 * The server went back in time: a backup was restored, or the embedded store lost power. What it
 * lost this device may still have. Everything of one's own is held as unsent, the server is read
 * from the start, and what it turns out not to have is sent again.
 */
import type { Cells } from '#shared/sync/cells.ts'
import type { Stamp } from '#shared/sync/stamp.ts'
import type { PendingRow } from '../../device/db.ts'
import type { EditEnv, StoreTx } from '../../device/store.ts'

import { beats, mergeCells } from '#shared/sync/cells.ts'
import { ruleOf, sendableCells, SHAPE_VERSION } from '#shared/kinds/schema.ts'
import { noteOverwritten } from './applyResult.ts'
import { addClaim, readTaken } from './givenClaims.ts'
import { healingKey } from '../../device/store.ts'

/** Begins: own rows become unsent ones that wait until the server was read. */
export async function beginHealing(tx: StoreTx, env: EditEnv, p: string): Promise<void> {
  const held: PendingRow[] = []
  const moved: [string, PendingRow['kind'], string][] = []
  for (const row of await tx.allRows(p)) {
    const { kind, id, kit } = row
    const rule = ruleOf(kind)
    const before = await tx.getPending(p, kind, id)
    const cells = mergeCells(sendableCells(kind, row.cells), before?.cells ?? {})
    // A version whose content is not here could not be sent. What waits counts as well: of a row
    // that is held already, a late answer may have confirmed a part.
    const isWhole = rule.required.every((name) => cells[name])
    if (!row.mine || rule.writers === 'server' || !isWhole) {
      await tx.putRows([{ ...row, isOld: true }])
      continue
    }
    if (before) await offerLosers(tx, env, before, row.cells)
    const at = before?.at ?? env.now()
    held.push({
      p,
      kind,
      id,
      kit,
      cells,
      shape: SHAPE_VERSION,
      tries: 0,
      next: 0,
      at,
      held: { ...before?.held, ...stampsOf(row.cells) },
    })
    moved.push([p, kind, id])
  }
  // It may not know any more that they went into the account.
  await addClaim(tx, p, await readTaken(tx, p))
  await tx.putPending(held)
  await tx.deleteRows(moved)
  await tx.putMeta(healingKey(p), true)
}

/** What waits and has lost already against what was read is offered back: it goes with the merge. */
async function offerLosers(tx: StoreTx, env: EditEnv, waiting: PendingRow, read: Cells) {
  for (const [name, cell] of Object.entries(waiting.cells)) {
    const winner = read[name]
    if (winner && !beats(cell, winner)) await noteOverwritten(tx, env, waiting, name, winner[0])
  }
}

const stampsOf = (cells: Cells): Record<string, Stamp> =>
  Object.fromEntries(Object.entries(cells).map(([name, [, stamp]]) => [name, stamp]))

/**
 * Ends, once everything was read: what the server has as well is not sent, and what of others it
 * has no more leaves this device.
 */
export async function endHealing(tx: StoreTx, p: string): Promise<void> {
  const old = (await tx.allRows(p)).filter((row) => row.isOld)
  await tx.deleteRows(old.map((row) => [p, row.kind, row.id]))
  for (const row of await tx.allPending(p)) {
    const { held, ...released } = row
    if (!held) continue
    const confirmed = (await tx.getRow(p, row.kind, row.id))?.cells ?? {}
    // What was never sent is, also where it loses: the answer says so, and it is offered back.
    const missing = Object.entries(row.cells).filter(
      ([name, cell]) => beats(cell, confirmed[name]) || held[name] !== cell[1],
    )
    if (missing.length === 0) {
      await tx.deletePending([[p, row.kind, row.id]])
      continue
    }
    // Of a row the server does not have at all, everything; it has to be whole.
    await tx.putPending([{ ...released, cells: Object.fromEntries(missing) }])
  }
  await tx.putMeta(healingKey(p), false)
}
