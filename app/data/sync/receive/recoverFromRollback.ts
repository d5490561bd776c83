/**
 * Recovery from a server rollback: a restored backup, or an embedded store that lost power. This
 * device may have rows the server lost. Own rows become held pending rows, the server is read from
 * the start, and missing cells are sent again.
 */
import type { Unstamped } from '../../device/work.ts'
import type { Stamp } from '#shared/cells/stamp.ts'
import { pendingOf, type PendingRow } from '../../device/db.ts'

import { beats, type Cells, mergeCells } from '#shared/cells/cells.ts'
import { ruleOf, sendableCells } from '#shared/kinds/schema.ts'
import { noteOverwritten } from './applyResult.ts'
import { addClaim, readTaken } from './claims.ts'
import { deleteRows, recoveryKey, type StoreTx, putMeta } from '../../device/store.ts'

/** Turns own rows into pending ones, held until the re-read ends. */
export async function beginRecovery(work: Unstamped): Promise<void> {
  const { tx, env, p: principal } = work
  const held: PendingRow[] = []
  for (const row of await tx.range('rows', principal)) {
    const { kind, id } = row
    const rule = ruleOf(kind)
    const before = await tx.get('pending', [principal, kind, id])
    const cells = mergeCells(sendableCells(kind, row.cells), before?.cells ?? {})
    // A version without its body could not be sent. Pending cells count too: a late answer may have
    // confirmed part of a held row.
    const isWhole = rule.required.every((name) => cells[name])
    if (!row.mine || rule.writers === 'server' || !isWhole) {
      await tx.put('rows', [{ ...row, isOld: true }])
      continue
    }
    if (before) await offerLosers(work, before, row.cells)
    const stamps = { ...before?.held, ...stampsOf(row.cells) }
    held.push({ ...pendingOf(row, cells, before?.at ?? env.now()), held: stamps })
  }
  // The server may have forgotten that the account took them.
  await addClaim(tx, principal, await readTaken(tx, principal))
  await tx.put('pending', held)
  await deleteRows(tx, 'rows', held)
  await putMeta(tx, recoveryKey(principal), true)
}

/** Offers pending cells that already lost against a confirmed one: the merge drops them. */
async function offerLosers(work: Unstamped, waiting: PendingRow, read: Cells) {
  for (const [name, cell] of Object.entries(waiting.cells)) {
    const winner = read[name]
    if (winner && !beats(cell, winner)) await noteOverwritten(work, waiting, name, winner[0])
  }
}

const stampsOf = (cells: Cells): Record<string, Stamp> =>
  Object.fromEntries(Object.entries(cells).map(([name, [, stamp]]) => [name, stamp]))

/** Ends recovery: sends only cells the server lacks, and deletes others' rows it no longer has. */
export async function endRecovery(tx: StoreTx, principal: string): Promise<void> {
  const old = (await tx.range('rows', principal)).filter((row) => row.isOld)
  await deleteRows(tx, 'rows', old)
  for (const row of await tx.range('pending', principal)) {
    const { held, ...released } = row
    if (!held) continue
    const confirmed = (await tx.get('rows', [principal, row.kind, row.id]))?.cells ?? {}
    // A cell never sent goes out even if it loses: the result offers it back.
    const missing = Object.entries(row.cells).filter(
      ([name, cell]) => beats(cell, confirmed[name]) || held[name] !== cell[1],
    )
    if (missing.length === 0) {
      await deleteRows(tx, 'pending', [row])
      continue
    }
    // A row the server lacks entirely goes out whole.
    await tx.put('pending', [{ ...released, cells: Object.fromEntries(missing) }])
  }
  await putMeta(tx, recoveryKey(principal), false)
}
