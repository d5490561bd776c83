/** Stamps of this device that the server found too far ahead, and how often it did. */
import type { Json } from '#shared/sync/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { Stamp } from '#shared/sync/stamp.ts'
import type { StoreTx } from '../../device/store.ts'

import { msOf } from '#shared/sync/stamp.ts'

/** A stamp that was refused, or given in its place, and when. */
interface Given {
  from: Stamp
  at: number
}

/** By `kind:id:cell`: a cell may have been given several. */
type Refused = Record<string, Given[]>

const MAX_REMEMBERED = 400

/** Of the device: a row may go into an account in between. */
export const REFUSED_KEY = 'restamped'
const COUNT_KEY = 'refusals'

const nameOf = ({ kind, id }: { kind: Kind; id: string }, cell: string): string =>
  `${kind}:${id}:${cell}`

/** Remembers stamps that were refused or given anew: none of them is given to another value. */
export async function noteRefused(
  tx: StoreTx,
  row: { kind: Kind; id: string },
  stamps: Iterable<readonly [cell: string, Stamp]>,
  at: number,
): Promise<void> {
  const entries = Object.entries(await readRefused(tx)).flatMap(([name, list]) =>
    list.map((one): [string, Given] => [name, one]),
  )
  for (const [cell, from] of stamps) entries.push([nameOf(row, cell), { from, at }])
  entries.sort(([, a], [, b]) => b.at - a.at)
  const kept: Refused = {}
  for (const [name, one] of entries.slice(0, MAX_REMEMBERED)) (kept[name] ??= []).push(one)
  await tx.putMeta(REFUSED_KEY, kept as unknown as Json)
}

async function readRefused(tx: StoreTx): Promise<Refused> {
  return ((await tx.getMeta(REFUSED_KEY)) ?? {}) as unknown as Refused
}

/** How many refusals for its clock this device has heard of; see shared/sync/refusals.ts. */
export async function readRefusals(tx: StoreTx): Promise<number> {
  return Number(await tx.getMeta(COUNT_KEY)) || 0
}

/** Two answers may be taken over in the wrong order. */
export async function hearRefusals(tx: StoreTx, count: number): Promise<void> {
  await tx.putMeta(COUNT_KEY, Math.max(count, await readRefusals(tx)))
}

/**
 * The latest of these stamps of a cell, '' for none: it was given once, and names that value.
 * @param reach later ones are not looked at, milliseconds
 */
export async function lastRefused(
  tx: StoreTx,
  row: { kind: Kind; id: string },
  cell: string,
  reach: number,
): Promise<Stamp> {
  const given = (await readRefused(tx))[nameOf(row, cell)] ?? []
  return given.reduce(
    (latest, { from }) => (from > latest && msOf(from) <= reach ? from : latest),
    '',
  )
}
