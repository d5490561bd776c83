/** Takes the answer of a sync over into the store. */
import type { Cursors } from '#shared/limits.ts'
import type { PulledRow, SyncAnswer, SyncRequest } from '#shared/protocol.ts'
import type { PendingRow } from './db.ts'
import type { Sender } from './session.ts'
import type { StoreTx } from './store.ts'
import type { EditEnv } from './writeCells.ts'

import { beats, isSameValue, textIn } from '#shared/cells.ts'
import { isKind, ruleOf } from '#shared/schema.ts'
import { nodeOf } from '#shared/stamp.ts'
import { applyResult } from './applyResult.ts'
import { dropClaims, isClaimed, leaveKits } from './claims.ts'
import { OpenClock } from './clock.ts'
import { confirm } from './confirm.ts'
import { readCursors } from './cursors.ts'
import { beginHealing, endHealing } from './heal.ts'
import { ghostsOf, restate } from './restamp.ts'
import { readSenders } from './session.ts'

/** Cells nobody types: a lost one is not offered back. */
const SILENT = new Set(['ord', 'del', 'buildId'])

/** One request on its way, and the pending rows it carries. */
export interface Outbox {
  sender: Sender
  request: SyncRequest
  sent: PendingRow[]
  /** Whether more is due than fitted in. */
  hasMore: boolean
}

/**
 * Takes an answer over, whole or not at all: rows and cursors are stored together.
 * @returns `gone` for one that belongs to nobody any more, `again` when there is more to ask at once
 */
export async function applyAnswer(
  tx: StoreTx,
  env: EditEnv,
  outbox: Outbox,
  answer: SyncAnswer,
): Promise<'gone' | 'done' | 'again'> {
  const { principal: p, epoch, node } = outbox.sender
  const senders = await readSenders(tx)
  // Somebody signed in or out while the request was under way: it belongs to nobody now.
  if (!senders.some((sender) => sender.principal === p && sender.epoch === epoch)) return 'gone'
  const clock = await OpenClock.open(tx, node, env.now())
  clock.correct(answer.now)
  const gen = await tx.getMeta(`gen:${p}`)
  const hasLost = answer.lost === true || (typeof gen === 'string' && gen !== answer.gen)
  // A restored server may have lost what only this device still has.
  if (!hasLost) await dropReset(tx, p, answer)
  await leaveKits(tx, p, answer.gone)
  for (const [index, row] of outbox.sent.entries()) {
    const result = answer.results[index]
    if (result) await applyResult(tx, env, clock, p, row, result)
  }
  const isTaken = isClaimed(tx, p)
  for (const row of answer.rows) {
    for (const [, stamp] of Object.values(row.cells)) clock.observe(stamp)
    // Not yet said to the server; what it says is another's is read like anybody's.
    if (row.mine && (await isTaken(row.kit))) continue
    const reclaimed = await ghostsOf(tx, p, row, row.cells)
    if (row.mine) await offerCovered(tx, env, p, row)
    await confirm(tx, p, row, row.cells)
    if (reclaimed) await restate(tx, env, clock, p, row, reclaimed)
    if (row.kind === 'beaten') await offerBeaten(tx, env, p, row)
  }
  if (answer.claims) await dropClaims(tx, env, clock, p, answer.claims)
  if (hasLost) await beginHealing(tx, env, p)
  else if (!answer.more) await endHealing(tx, p)
  const cursors = await readCursors(tx, p)
  // Another database stands behind the address: what was read before means nothing to it.
  const next = hasLost ? zeroed(cursors) : forwards(cursors, answer)
  await tx.putMeta(`cursors:${p}`, next)
  await tx.putMeta(`gen:${p}`, answer.gen)
  await tx.putMeta(`lastOk:${p}`, env.now())
  await clock.close()
  return hasLost || answer.more ? 'again' : 'done'
}

/** Two answers may be taken over in the wrong order: only a reset turns a cursor back. */
function forwards(cursors: Cursors, answer: SyncAnswer): Cursors {
  const next = { ...cursors }
  for (const [scope, version] of Object.entries(answer.cursors)) {
    const isBack = version < (cursors[scope] ?? 0) && !answer.reset.includes(scope)
    if (!isBack) next[scope] = version
  }
  return next
}

function zeroed(cursors: Cursors): Cursors {
  return Object.fromEntries(Object.keys(cursors).map((scope) => [scope, 0]))
}

/** A scope the server can no longer continue comes again from its start; pending is not touched. */
async function dropReset(tx: StoreTx, p: string, answer: SyncAnswer): Promise<void> {
  for (const scope of answer.reset) {
    const rows = scope.startsWith('k:')
      ? await rowsOfScope(tx, p, scope.slice(2))
      : (await tx.allRows(p)).filter((row) => row.mine)
    await tx.deleteRows(rows.map((row) => [p, row.kind, row.id]))
  }
}

/** What a kit's own stream brought: of one's own kit only what others wrote into it. */
async function rowsOfScope(tx: StoreTx, p: string, kitId: string) {
  const rows = await tx.rowsOfKit(p, kitId)
  const isOwn = rows.some((row) => row.kind === 'kit' && row.mine)
  return isOwn ? rows.filter((row) => !row.mine) : rows
}

/**
 * A value of the other device comes under one that waits here and beats it. Once it was read, the
 * server takes it for seen, so it is offered back at once: under the name that `offerBeaten` gives.
 */
async function offerCovered(tx: StoreTx, env: EditEnv, p: string, row: PulledRow): Promise<void> {
  const pending = await tx.getPending(p, row.kind, row.id)
  if (!pending || ruleOf(row.kind).insertOnce) return
  const confirmed = await tx.getRow(p, row.kind, row.id)
  for (const [cell, waiting] of Object.entries(pending.cells)) {
    const pulled = row.cells[cell]
    const known = confirmed?.cells[cell]
    if (!pulled || SILENT.has(cell) || !beats(waiting, pulled)) continue
    const isOwn = nodeOf(pulled[1]) === nodeOf(waiting[1])
    const isKnown = known !== undefined && !beats(pulled, known)
    if (isOwn || isKnown || isSameValue(pulled[0], waiting[0])) continue
    const id = `${row.id}:${cell}:${pulled[1]}`
    const { kind, kit } = row
    const [value] = pulled
    await tx.putProblem({
      id,
      p,
      at: env.now(),
      kind,
      row: row.id,
      kit,
      cell,
      value,
      code: 'overwritten',
    })
  }
}

/** A value of the other device was replaced: it is offered back, once. */
async function offerBeaten(tx: StoreTx, env: EditEnv, p: string, row: PulledRow): Promise<void> {
  const kind = textIn(row.cells, 'kind')
  const value = row.cells['value']?.[0]
  if (!isKind(kind) || value === undefined) return
  await tx.putProblem({
    id: `${textIn(row.cells, 'row')}:${textIn(row.cells, 'cell')}:${textIn(row.cells, 'stamp')}`,
    p,
    at: env.now(),
    kind,
    row: textIn(row.cells, 'row'),
    kit: row.kit,
    cell: textIn(row.cells, 'cell'),
    value,
    code: 'overwritten',
  })
}
