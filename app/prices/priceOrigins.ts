/** Since when a line has its price, and whether a person or a shop said it, as far as is known. */
import type { Json } from '#shared/sync/cells.ts'
import type { Price } from '#shared/money.ts'
import type { Build } from '../kits/open/builds.ts'

import { fieldOf, mergeCells } from '#shared/sync/cells.ts'
import { msOf, nodeOf } from '#shared/sync/stamp.ts'
import { readParts } from '../kits/open/builds.ts'
import { db } from '../device/db.ts'
import { principal } from '../device/device.ts'
import { written } from '../sync/write/pump.ts'

export interface PriceOrigin {
  /** Milliseconds since 1970. */
  at: number
  /** Unknown where another device wrote it, or the kit is a copy. */
  by: 'hand' | 'shop' | 'unknown'
  /** Who asked for it, where it was taken from the catalogue. */
  merchant?: string
}

/** Whose the prices of sample parts are, which nobody asks for. */
export const SAMPLES = 'the sample parts'

/** Where a price that a shop said is noted, beside its line. On this device alone. */
export const pricedKey = (lineId: string) => `priced:${lineId}`

/** By line, of the lines that have a price. */
export async function readPriceOrigins(build: Build): Promise<Map<string, PriceOrigin>> {
  const { kit, isMine, savedAt } = build
  const origins = new Map<string, PriceOrigin>()
  if (!isMine) {
    const at = savedAt ?? kit.updatedAt
    for (const { id } of build.shared.lines) origins.set(id, { at, by: 'unknown' })
    return origins
  }
  // What is typed stands on the screen before it is stored, and who typed it is told by what is stored.
  await written()
  const [parts, device] = await Promise.all([readParts(kit.id, principal()), db.meta.get('device')])
  const node = fieldOf(device?.value, 'node')
  const cellsOf = (id: string) =>
    mergeCells(parts.rows.get(id)?.cells ?? {}, parts.pending.get(id)?.cells ?? {})
  const isCopy = (cellsOf(kit.id)['fork']?.[0] ?? null) !== null
  const notes = await db.meta.bulkGet(kit.lines.map(({ id }) => pricedKey(id)))
  kit.lines.forEach(({ id, price }, at) => {
    const stamp = cellsOf(id)['price']?.[1]
    if (price === null || !stamp) return
    const shop = askedAt(notes[at]?.value, price)
    if (shop) return origins.set(id, { ...shop, by: 'shop' })
    const isHere = nodeOf(stamp) === node && !isCopy
    return origins.set(id, { at: msOf(stamp), by: isHere ? 'hand' : 'unknown' })
  })
  return origins
}

/** When which shop was asked; null when the price is another one by now. */
function askedAt(note: Json | undefined, price: Price): Omit<PriceOrigin, 'by'> | null {
  const [at, merchant] = [fieldOf(note, 'at'), fieldOf(note, 'merchant')]
  if (fieldOf(note, 'price') !== price || typeof at !== 'number') return null
  return { at, ...(typeof merchant === 'string' && { merchant }) }
}
