/** When a line got its price, and whether a person or a shop set it, as far as known. */
import type { Price } from '#shared/money/money.ts'

import { fieldOf, type Json, mergeCells } from '#shared/cells/cells.ts'
import { msOf, nodeOf } from '#shared/cells/stamp.ts'
import { type Build, readParts } from '../kits/open/builds.ts'
import { db } from '../device/db.ts'
import { shownPrincipal } from '../device/device.ts'
import { written } from '../sync/write/writeQueue.ts'

export interface PriceOrigin {
  /** Milliseconds since 1970. */
  at: number
  /** Unknown when another device wrote it, or the kit is a copy. */
  by: 'hand' | 'shop' | 'unknown'
  /** Set when the price was taken from the catalogue. */
  merchant?: string
}

/** Merchant of sample prices, which nobody charges. */
export const SAMPLES = 'the sample parts'

/** Meta key of a shop's price note for a line. On this device only. */
export const pricedKey = (lineId: string) => `priced:${lineId}`

/** Origins by line, for lines with a price. */
export async function readPriceOrigins(build: Build): Promise<Map<string, PriceOrigin>> {
  const { kit, isMine, savedAt } = build
  const origins = new Map<string, PriceOrigin>()
  if (!isMine) {
    const at = savedAt ?? kit.updatedAt
    for (const { id } of build.shared.lines) origins.set(id, { at, by: 'unknown' })
    return origins
  }
  // Typed prices show before they are stored, and only stored stamps tell who typed them.
  await written()
  const [parts, device] = await Promise.all([
    readParts(kit.id, shownPrincipal()),
    db.meta.get('device'),
  ])
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

/** When and at which shop; null when the price has changed since. */
function askedAt(note: Json | undefined, price: Price): Omit<PriceOrigin, 'by'> | null {
  const [at, merchant] = [fieldOf(note, 'at'), fieldOf(note, 'merchant')]
  if (fieldOf(note, 'price') !== price || typeof at !== 'number') return null
  return { at, ...(typeof merchant === 'string' && { merchant }) }
}
