/** Offers of overwritten values to whoever typed them, until somebody settles them. */
import type { PulledRow } from '#shared/sync/protocol.ts'
import type { OpenClock } from '../../device/clock.ts'
import type { PendingRow, ProblemRow } from '../../device/db.ts'
import { type EditEnv, type StoreTx, getMeta, putMeta } from '../../device/store.ts'

import { beats, isSameValue, mergeCells, textIn } from '#shared/cells/cells.ts'
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
export async function offerCovered(
  tx: StoreTx,
  env: EditEnv,
  principal: string,
  row: PulledRow,
): Promise<void> {
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
    const id = `${row.id}:${cell}:${pulled[1]}`
    const { kind, kit } = row
    const [value] = pulled
    await tx.put('problems', [
      {
        id,
        p: principal,
        at: env.now(),
        kind,
        row: row.id,
        kit,
        cell,
        value,
        code: 'overwritten',
      },
    ])
  }
}

/** Another device's value was replaced: offers it once, and never after it is settled. */
export async function offerBeaten(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  principal: string,
  { id, kit, cells }: PulledRow,
): Promise<void> {
  const kind = textIn(cells, 'kind')
  const value = cells['value']?.[0]
  if (!isKind(kind) || value === undefined) return
  const [row, cell] = [textIn(cells, 'row'), textIn(cells, 'cell')]
  const offer = { p: principal, at: env.now(), kind, row, kit, cell, value, code: 'overwritten' }
  const loss = `${row}:${cell}:${textIn(cells, 'stamp')}`
  // This device may have offered it already, after a result or a pull.
  const same = (await tx.range('problems', principal)).filter(
    (problem) => problem.code === 'overwritten' && lossOf(problem) === loss,
  )
  const isSettled = cells['settled'] ?? (await tx.get('pending', [principal, 'beaten', id]))
  if (!isSettled && same.some((problem) => problem.id === loss)) return
  // A refusal's id is reused by the next one, so the offer moves to its own id.
  await tx.delete(
    'problems',
    same.map((problem) => problem.id),
  )
  if (isSettled) return
  if ((await readSettled(tx)).includes(loss)) return settle(tx, env, clock, principal, { id, kit })
  await tx.put('problems', [{ ...offer, id: loss }])
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
export async function settleEqual(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  principal: string,
): Promise<void> {
  for (const problem of await tx.range('problems', principal)) {
    if (problem.code !== 'overwritten') continue
    const { kind, row, cell, value } = problem
    const confirmed = await tx.get('rows', [principal, kind, row])
    const pending = await tx.get('pending', [principal, kind, row])
    const stands = mergeCells(confirmed?.cells ?? {}, pending?.cells ?? {})[cell]
    if (stands && isSameValue(stands[0], value)) await settleOffer(tx, env, clock, problem)
  }
}

/** Removes an offer from all devices of its owner, for good. */
export async function settleOffer(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  problem: ProblemRow,
): Promise<void> {
  const { p, kit } = problem
  const same = (await tx.range('problems', p)).filter((other) => isOffer(problem, other))
  await tx.delete(
    'problems',
    same.map(({ id }) => id),
  )
  const settled = [...(await readSettled(tx)), ...same.map(lossOf)]
  await putMeta(tx, SETTLED_KEY, settled.slice(-MAX_SETTLED))
  for (const { kind, id, cells } of await tx.range('rows', p, { kit })) {
    const [row, cell, value] = [textIn(cells, 'row'), textIn(cells, 'cell'), cells['value']?.[0]]
    if (kind !== 'beaten' || value === undefined) continue
    if (!isOffer(problem, { row, cell, value, code: 'overwritten' })) continue
    await settle(tx, env, clock, p, { id, kit })
  }
}

function settle(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  principal: string,
  row: { id: string; kit: string },
): Promise<void> {
  return writeCells(tx, env, clock, principal, { ...row, kind: 'beaten', cells: { settled: true } })
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
