/** Adds a catalogue part as a line, through the same write queue as every line. */
import type { PartRow } from '../../device/db.ts'

import { goodsCents } from '#shared/catalogue/offer.ts'
import { newId } from '#shared/ids.ts'
import { isBlankLine, MAX_LINES } from '#shared/kinds/kit.ts'
import { linkProblem } from '#shared/links.ts'
import { ordAfter } from '#shared/ord.ts'
import { type Build, drawBuild, findHere, readBuild } from '../open/builds.ts'
import { readRecentBuilds } from './ownBuilds.ts'
import { nameBuild, setCells, written } from '../../sync/write/writeQueue.ts'

/** Kit last worked on here, null for none. For a live query. */
export async function readCurrentBuild(): Promise<Build | null> {
  const [build] = await readRecentBuilds(1)
  return build ?? null
}

export interface Added {
  /** Build id of the kit the line landed in. */
  buildId: string
  isNew: boolean
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
  const kitId = build?.kit.id ?? (await findHere(buildId))
  if (!kitId) throw new Error('a build that was drawn is not here')
  nameBuild(kitId, buildId)
  // Re-read: lines may have been added since the page opened.
  const { kit } = await readBuild(kitId, buildId)
  if (kit.lines.filter((line) => !isBlankLine(line)).length >= MAX_LINES) return null
  const id = newId()
  const link = offer && linkProblem(offer.buyLink) === null ? offer.buyLink : ''
  setCells('line', id, kitId, {
    ord: ordAfter(kit.lines.at(-1)?.ord ?? null),
    name: part.name,
    manufacturer: part.brand,
    partNumber: part.partNumber,
    qty: 1,
    ...(offer && { price: goodsCents(offer.cents) }),
    ...(link && { link }),
  })
  await written()
  return { buildId, isNew: build === null, lineId: id }
}
