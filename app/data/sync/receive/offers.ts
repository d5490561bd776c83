/** Offers of overwritten values to whoever typed them, until somebody settles them. */
import type { Work, Unstamped } from '../../device/work.ts'
import type { PulledRow } from '#shared/sync/protocol.ts'
import { problemOf, type PendingRow, type ProblemRow } from '../../device/db.ts'
import { shownCells, type StoreTx, getMeta, putMeta } from '../../device/store.ts'

import { beats, isSameValue, textIn } from '#shared/cells/cells.ts'
import { isKind, ruleOf } from '#shared/kinds/schema.ts'
import { nodeOf } from '#shared/cells/stamp.ts'
import { writeCells } from '../write/writeCells.ts'

/** Cells nobody types: no offer when they lose. */
const SILENT = new Set(['ord', 'del', 'buildId'])

/**
 * Offers a pulled value that a pending cell here beats. Once pulled, the server counts it as seen,
 * so it must be offered now, under the id `offerBeaten` uses. The same goes for a value of this
 * device from before the other was typed.
 */
export async function offerCovered(work: Unstamped, row: PulledRow): Promise<void> {
  const { tx, env, p: principal } = work
  const pending = await tx.get('pending', [principal, row.kind, row.id])
  if (!pending || ruleOf(row.kind).insertOnce) return
  const confirmed = await tx.get('rows', [principal, row.kind, row.id])
  for (const [cell, waiting] of Object.entries(pending.cells)) {
    const pulled = row.cells[cell]
    const known = confirmed?.cells[cell]
    if (!pulled || SILENT.has(cell) || !beats(waiting, pulled)) continue
    // The row may be confirmed by a result that did not include this cell.
    const isBlind = known === undefined && pending.blind?.includes(cell) === true
    const isOwn = !isBlind && nodeOf(pulled[1]) === nodeOf(waiting[1])
    const isKnown = known !== undefined && !beats(pulled, known)
    if (isOwn || isKnown || isSameValue(pulled[0], waiting[0])) continue
    const offer = problemOf({ ...row, p: principal }, env.now(), cell, pulled[0], 'overwritten')
    await tx.put('problems', [{ ...offer, id: `${offer.id}:${pulled[1]}` }])
  }
}

/** Another device's value was replaced: offers it once, and never after it is settled. */
export async function offerBeaten(work: Work, { id, kit, cells }: PulledRow): Promise<void> {
  const { tx, env, p: principal } = work
  const kind = textIn(cells, 'kind')
  const value = cells['value']?.[0]
  if (!isKind(kind) || value === undefined) return
  const [row, cell] = [textIn(cells, 'row'), textIn(cells, 'cell')]
  const place = { p: principal, kind, id: row, kit }
  const loss = `${row}:${cell}:${textIn(cells, 'stamp')}`
  // This device may have offered it already, after a result or a pull.
  const same = (await tx.range('problems', principal)).filter(
    (problem) => problem.code === 'overwritten' && lossOf(problem) === loss,
  )
  const isSettled = cells['settled'] ?? (await tx.get('pending', [principal, 'beaten', id]))
  if (!isSettled && same.some((problem) => problem.id === loss)) return
  // A refusal's id is reused by the next one, so the offer moves to its own id.
  const ids = same.map((problem) => problem.id)
  await tx.delete('problems', ids)
  if (isSettled) return
  if ((await readSettled(tx)).includes(loss)) return settle(work, { id, kit })
  await tx.put('problems', [
    { ...problemOf(place, env.now(), cell, value, 'overwritten'), id: loss },
  ])
}

/** Whether the server's 'beaten' row is here: the value is offered already, or settled. */
export async function isBeaten(tx: StoreTx, sent: PendingRow, cell: string): Promise<boolean> {
  const stamp = sent.cells[cell]?.[1]
  return (await tx.range('rows', sent.p, { kit: sent.kit })).some(
    ({ kind, cells }) =>
      kind === 'beaten' &&
      textIn(cells, 'row') === sent.id &&
      textIn(cells, 'cell') === cell &&
      textIn(cells, 'stamp') === stamp,
  )
}

/** Settles offers equal to the current value: somebody decided on another device. */
export async function settleEqual(work: Work): Promise<void> {
  const { tx, p: principal } = work
  for (const problem of await tx.range('problems', principal)) {
    if (problem.code !== 'overwritten') continue
    const { kind, row, cell, value } = problem
    const stands = (await shownCells(tx, [principal, kind, row]))[cell]
    if (stands && isSameValue(stands[0], value)) await settleOffer(work, problem)
  }
}

/** Removes an offer from all devices of its owner, for good. */
export async function settleOffer(work: Work, problem: ProblemRow): Promise<void> {
  const { tx } = work
  const { p, kit } = problem
  const same = (await tx.range('problems', p)).filter((other) => isOffer(problem, other))
  const ids = same.map(({ id }) => id)
  await tx.delete('problems', ids)
  const settled = [...(await readSettled(tx)), ...same.map(lossOf)]
  await putMeta(tx, SETTLED_KEY, settled.slice(-MAX_SETTLED))
  for (const { kind, id, cells } of await tx.range('rows', p, { kit })) {
    const [row, cell, value] = [textIn(cells, 'row'), textIn(cells, 'cell'), cells['value']?.[0]]
    if (kind !== 'beaten' || value === undefined) continue
    if (!isOffer(problem, { row, cell, value, code: 'overwritten' })) continue
    await settle({ ...work, p }, { id, kit })
  }
}

function settle(work: Work, row: { id: string; kit: string }): Promise<void> {
  return writeCells(work, { ...row, kind: 'beaten', cells: { settled: true } })
}

/** Offers settled here, latest last: their 'beaten' rows may be pulled later. */
const SETTLED_KEY = 'settled'
const MAX_SETTLED = 200

async function readSettled(tx: StoreTx): Promise<string[]> {
  const settled = await getMeta(tx, SETTLED_KEY)
  return Array.isArray(settled) ? settled.map(String) : []
}

/** Identity of a lost value: row, cell and stamp. */
const lossOf = ({ id, row, cell, stamp }: ProblemRow): string =>
  stamp ? `${row}:${cell}:${stamp}` : id

type Offer = Pick<ProblemRow, 'row' | 'cell' | 'value' | 'code'>

function isOffer(problem: Offer, { row, cell, value, code }: Offer): boolean {
  const isOfCell = problem.row === row && problem.cell === cell && problem.code === code
  return isOfCell && isSameValue(problem.value, value)
}
