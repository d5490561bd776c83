/** Values that lost against a later one: offered back to whoever typed them until somebody settles it. */
import type { PulledRow } from '#shared/sync/protocol.ts'
import type { OpenClock } from '../../device/clock.ts'
import type { PendingRow, ProblemRow } from '../../device/db.ts'
import type { EditEnv, StoreTx } from '../../device/store.ts'

import { beats, isSameValue, mergeCells, textIn } from '#shared/sync/cells.ts'
import { isKind, ruleOf } from '#shared/kinds/schema.ts'
import { nodeOf } from '#shared/sync/stamp.ts'
import { writeCells } from '../write/writeCells.ts'

/** Cells nobody types: a lost one is not offered back. */
const SILENT = new Set(['ord', 'del', 'buildId'])

/**
 * A value of the other device comes under one that waits here and beats it. Once it was read, the
 * server takes it for seen, so it is offered back at once: under the name that `offerBeaten` gives.
 * So is one of this device that had left it before the other was typed.
 */
export async function offerCovered(
  tx: StoreTx,
  env: EditEnv,
  p: string,
  row: PulledRow,
): Promise<void> {
  const pending = await tx.getPending(p, row.kind, row.id)
  if (!pending || ruleOf(row.kind).insertOnce) return
  const confirmed = await tx.getRow(p, row.kind, row.id)
  for (const [cell, waiting] of Object.entries(pending.cells)) {
    const pulled = row.cells[cell]
    const known = confirmed?.cells[cell]
    if (!pulled || SILENT.has(cell) || !beats(waiting, pulled)) continue
    // The row may be here by the answer to what was sent of it, and this cell not.
    const isBlind = known === undefined && pending.blind?.includes(cell) === true
    const isOwn = !isBlind && nodeOf(pulled[1]) === nodeOf(waiting[1])
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

/** A value of the other device was replaced: it is offered back, once, and no more once that is settled. */
export async function offerBeaten(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  { id, kit, cells }: PulledRow,
): Promise<void> {
  const kind = textIn(cells, 'kind')
  const value = cells['value']?.[0]
  if (!isKind(kind) || value === undefined) return
  const [row, cell] = [textIn(cells, 'row'), textIn(cells, 'cell')]
  const offer = { p, at: env.now(), kind, row, kit, cell, value, code: 'overwritten' }
  const loss = `${row}:${cell}:${textIn(cells, 'stamp')}`
  // This device may have offered it before, as the server refused it or as it was read.
  const same = (await tx.problemsOf(p)).filter(
    (problem) => problem.code === 'overwritten' && lossOf(problem) === loss,
  )
  const isSettled = cells['settled'] ?? (await tx.getPending(p, 'beaten', id))
  if (!isSettled && same.some((problem) => problem.id === loss)) return
  // What was refused stands where the next that is refused goes over it.
  await tx.deleteProblems(same.map((problem) => problem.id))
  if (isSettled) return
  if ((await readSettled(tx)).includes(loss)) return settle(tx, env, clock, p, { id, kit })
  await tx.putProblem({ ...offer, id: loss })
}

/** Whether the server's word of a value that lost is here: then it is offered, or was settled. */
export async function isBeaten(tx: StoreTx, sent: PendingRow, cell: string): Promise<boolean> {
  const stamp = sent.cells[cell]?.[1]
  return (await tx.rowsOfKit(sent.p, sent.kit)).some(
    ({ kind, cells }) =>
      kind === 'beaten' &&
      textIn(cells, 'row') === sent.id &&
      textIn(cells, 'cell') === cell &&
      textIn(cells, 'stamp') === stamp,
  )
}

/** A value that lost and is what stands there now needs nobody's decision: one was made elsewhere. */
export async function settleEqual(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
): Promise<void> {
  for (const problem of await tx.problemsOf(p)) {
    if (problem.code !== 'overwritten') continue
    const { kind, row, cell, value } = problem
    const confirmed = await tx.getRow(p, kind, row)
    const pending = await tx.getPending(p, kind, row)
    const stands = mergeCells(confirmed?.cells ?? {}, pending?.cells ?? {})[cell]
    if (stands && isSameValue(stands[0], value)) await settleOffer(tx, env, clock, problem)
  }
}

/** Takes an offer away, from all devices of its owner and for good. */
export async function settleOffer(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  problem: ProblemRow,
): Promise<void> {
  const { p, kit } = problem
  const same = (await tx.problemsOf(p)).filter((other) => isOffer(problem, other))
  await tx.deleteProblems(same.map(({ id }) => id))
  const settled = [...(await readSettled(tx)), ...same.map(lossOf)]
  await tx.putMeta(SETTLED_KEY, settled.slice(-MAX_SETTLED))
  for (const { kind, id, cells } of await tx.rowsOfKit(p, kit)) {
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
  p: string,
  row: { id: string; kit: string },
): Promise<void> {
  return writeCells(tx, env, clock, p, { ...row, kind: 'beaten', cells: { settled: true } })
}

/** What was settled here, latest last: the server's word of it may be still to come. */
const SETTLED_KEY = 'settled'
const MAX_SETTLED = 200

async function readSettled(tx: StoreTx): Promise<string[]> {
  const settled = await tx.getMeta(SETTLED_KEY)
  return Array.isArray(settled) ? settled.map(String) : []
}

/** A loss by its name: which value of which cell it was, by its stamp. */
const lossOf = ({ id, row, cell, stamp }: ProblemRow): string =>
  stamp ? `${row}:${cell}:${stamp}` : id

type Offer = Pick<ProblemRow, 'row' | 'cell' | 'value' | 'code'>

function isOffer(problem: Offer, { row, cell, value, code }: Offer): boolean {
  const isOfCell = problem.row === row && problem.cell === cell && problem.code === code
  return isOfCell && isSameValue(problem.value, value)
}
