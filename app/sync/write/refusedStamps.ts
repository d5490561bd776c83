/** Stamps of this device that the server found too far ahead, and what was given for them. */
import type { Json } from '#shared/sync/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { Stamp } from '#shared/sync/stamp.ts'
import type { StoreTx } from '../../device/store.ts'

import { msOf } from '#shared/sync/stamp.ts'

/** A stamp that was given anew, lower, and when. */
export interface Given {
  from: string
  to: string
  at: number
}

/** By `kind:id:cell`: a cell may have been given several. */
type Refused = Record<string, Given[]>

const MAX_GHOSTS = 200

/** Of the device: a row may go into an account in between. */
export const REFUSED_KEY = 'restamped'

export const nameOf = ({ kind, id }: { kind: Kind; id: string }, cell: string): string =>
  `${kind}:${id}:${cell}`

/**
 * Remembers what was given anew: a copy of a request that the network delivers later may carry the
 * refused stamp past the server when its time has come, or an earlier one of the same clock, on top of
 * what was typed since.
 */
export async function noteGiven(
  tx: StoreTx,
  row: { kind: Kind; id: string },
  given: Record<string, Given>,
): Promise<void> {
  const stored = (await readRefused(tx)) ?? {}
  const entries = Object.entries(stored).flatMap(([name, list]) =>
    list.map((one): [string, Given] => [name, one]),
  )
  for (const [cell, one] of Object.entries(given)) entries.push([nameOf(row, cell), one])
  entries.sort(([, a], [, b]) => b.at - a.at)
  const kept: Refused = {}
  for (const [name, one] of entries.slice(0, MAX_GHOSTS)) (kept[name] ??= []).push(one)
  await tx.putMeta(REFUSED_KEY, kept as unknown as Json)
}

/** What was refused, undefined for nothing. */
export async function readRefused(tx: StoreTx): Promise<Refused | undefined> {
  return (await tx.getMeta(REFUSED_KEY)) as unknown as Refused | undefined
}

/**
 * The latest stamp of a cell that was refused, '' for none: it was given once, and names that value.
 * @param reach later ones are not looked at, milliseconds
 */
export async function lastRefused(
  tx: StoreTx,
  row: { kind: Kind; id: string },
  cell: string,
  reach: number,
): Promise<Stamp> {
  const given = (await readRefused(tx))?.[nameOf(row, cell)] ?? []
  return given.reduce(
    (latest, { from }) => (from > latest && msOf(from) <= reach ? from : latest),
    '',
  )
}
