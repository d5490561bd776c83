/** Adds a catalogue part as a line, through the same write queue as every line. */
import type { PartRow } from '../../device/db.ts'

import { goodsCents } from '#shared/catalogue/offer.ts'
import { linkProblem } from '#shared/links.ts'
import { appendLines } from '../open/appendLines.ts'
import { type Build, drawBuild } from '../open/builds.ts'
import { readRecentBuilds } from './ownBuilds.ts'

/** Kit last worked on here, null for none. For a live query. */
export async function readCurrentBuild(): Promise<Build | null> {
  const [build] = await readRecentBuilds(1)
  return build ?? null
}

export interface Added {
  /** Build id of the kit the line landed in. */
  buildId: string
  lineId: string
}

export type AddedPart = Pick<PartRow, 'name' | 'brand' | 'partNumber'>

export interface AddedOffer {
  cents: { base: number; promo: number | null }
  buyLink: string
  merchant: string
  asOf: number
}

/**
 * Adds a part to a kit, to a new one without `build`.
 * @param offer shop to buy from; its price before shipping becomes the line's
 * @returns null when the kit is full
 */
export async function addToKit(
  part: AddedPart,
  offer: AddedOffer | undefined,
  build: Build | null,
): Promise<Added | null> {
  const buildId = build?.kit.buildId ?? (await drawBuild())
  const link = offer && linkProblem(offer.buyLink) === null ? offer.buyLink : ''
  const line = {
    name: part.name,
    manufacturer: part.brand,
    partNumber: part.partNumber,
    qty: 1,
    ...(offer && { price: goodsCents(offer.cents) }),
    ...(link && { link }),
  }
  const added = await appendLines(buildId, [line])
  if (!added) throw new Error('a build that was drawn is not here')
  const [lineId] = added.ids
  return lineId === undefined ? null : { buildId, lineId }
}
