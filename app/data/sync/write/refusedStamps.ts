/** Stamps of this device the server refused as too far ahead, and a count of refusals. */
import type { Json } from '#shared/cells/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import { type StoreTx, getMeta, putMeta } from '../../device/store.ts'

import { msOf, type Stamp } from '#shared/cells/stamp.ts'

/** A stamp that was refused, or issued in its place, and when. */
interface Given {
  from: Stamp
  at: number
}

/** By `kind:id:cell`: a cell may have several. */
type Refused = Record<string, Given[]>

const MAX_REMEMBERED = 400

/** Keyed by device, not principal: an account may claim a row in between. */
export const REFUSED_KEY = 'restamped'
const COUNT_KEY = 'refusals'

const nameOf = ({ kind, id }: { kind: Kind; id: string }, cell: string): string =>
  `${kind}:${id}:${cell}`

/** Remembers refused and replacement stamps: none may be issued for another value. */
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
  await putMeta(tx, REFUSED_KEY, kept as unknown as Json)
}

async function readRefused(tx: StoreTx): Promise<Refused> {
  return ((await getMeta(tx, REFUSED_KEY)) ?? {}) as unknown as Refused
}

/** Refusals for its clock this device was told of; see shared/sync/refusals.ts. */
export async function readRefusals(tx: StoreTx): Promise<number> {
  return Number(await getMeta(tx, COUNT_KEY)) || 0
}

/** Max: answers may be applied out of order. */
export async function hearRefusals(tx: StoreTx, count: number): Promise<void> {
  await putMeta(tx, COUNT_KEY, Math.max(count, await readRefusals(tx)))
}

/**
 * Latest remembered stamp of a cell, '' for none: it was issued once, for that value.
 * @param reach milliseconds; later stamps are ignored
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
