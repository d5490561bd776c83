/**
 * The server went back in time: a backup was restored, or the embedded store lost power. What it
 * lost this device may still have. Everything of one's own is held as unsent, the server is read
 * from the start, and what it turns out not to have is sent again.
 */
import type { Cells } from '#shared/cells.ts'
import type { PendingRow } from './db.ts'
import type { StoreTx } from './store.ts'
import type { EditEnv } from './writeCells.ts'

import { beats, mergeCells } from '#shared/cells.ts'
import { serverWritten } from '#shared/define.ts'
import { ruleOf, SHAPE_VERSION } from '#shared/schema.ts'

const healingKey = (p: string): string => `healing:${p}`

/** Begins: own rows become unsent ones that wait until the server was read. */
export async function beginHealing(tx: StoreTx, env: EditEnv, p: string): Promise<void> {
  const held: PendingRow[] = []
  const moved: [string, PendingRow['kind'], string][] = []
  for (const row of await tx.allRows(p)) {
    const rule = ruleOf(row.kind)
    // A version whose content is not here could not be sent; it stays as it was read.
    const isWhole = rule.required.every((name) => row.cells[name])
    if (!row.mine || rule.writers === 'server' || !isWhole) continue
    const { kind, id, kit } = row
    const before = await tx.getPending(p, kind, id)
    const cells = mergeCells(sendable(row.kind, row.cells), before?.cells ?? {})
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
      isHeld: true,
    })
    moved.push([p, kind, id])
  }
  await tx.putPending(held)
  await tx.deleteRows(moved)
  await tx.putMeta(healingKey(p), true)
}

function sendable(kind: PendingRow['kind'], cells: Cells): Cells {
  const { cells: rules } = ruleOf(kind)
  return Object.fromEntries(Object.entries(cells).filter(([name]) => rules[name] !== serverWritten))
}

/** Ends, once everything was read: what the server has as well is not sent. */
export async function endHealing(tx: StoreTx, p: string): Promise<void> {
  if ((await tx.getMeta(healingKey(p))) !== true) return
  for (const row of await tx.allPending(p)) {
    if (!row.isHeld) continue
    const confirmed = (await tx.getRow(p, row.kind, row.id))?.cells ?? {}
    const missing = Object.entries(row.cells).filter(([name, cell]) => beats(cell, confirmed[name]))
    if (missing.length === 0) {
      await tx.deletePending([[p, row.kind, row.id]])
      continue
    }
    const { isHeld: _held, ...released } = row
    // Of a row the server does not have at all, everything; it has to be whole.
    await tx.putPending([{ ...released, cells: Object.fromEntries(missing) }])
  }
  await tx.putMeta(healingKey(p), false)
}
