/** Prices somebody waits for: kept on this device, compared whenever offers come. */
import Dexie from 'dexie'

import type { Standing } from '#shared/catalogue/offer.ts'
import type { PartRow, WatchRow } from '../device/db.ts'

import { isOffered, standOffers } from '#shared/catalogue/offer.ts'
import { db } from '../device/db.ts'
import { principal } from '../device/device.ts'
import { keepOffers } from './parts.ts'

export const MAX_WATCHES = 100
/** How often the prices are asked for anew, at most. */
const ASK_EVERY_MS = 60 * 60_000

export interface Watched extends WatchRow {
  /** What is known of its prices, undefined when nothing is. */
  part: PartRow | undefined
  /** The lowest total somebody could pay today, null for none. */
  lowestCents: number | null
  isUnder: boolean
}

const ofPrincipal = (p = principal()) =>
  db.watches.where('[p+key]').between([p, Dexie.minKey], [p, Dexie.maxKey])

/** What is watched, the latest first. For a live query. */
export async function readWatches(now = Date.now()): Promise<Watched[]> {
  const watches = await ofPrincipal().toArray()
  const parts = await db.parts.bulkGet(watches.map(({ key }) => key))
  return watches
    .map((watch, at) => {
      const best = bestOf(parts[at], now)
      // Of a price without its shipping nothing is told: it may be above the target with it.
      const lowestCents = best?.mayWin ? best.totalCents : null
      const isUnder = lowestCents !== null && lowestCents <= watch.targetCents
      return { ...watch, part: parts[at], lowestCents, isUnder }
    })
    .sort((a, b) => b.at - a.at)
}

/** The watch of one part, undefined without one. For a live query. */
export function readWatch(key: string): Promise<WatchRow | undefined> {
  return db.watches.get([principal(), key])
}

/** The best of today's offers that are in stock, null without one. */
export function bestOf(part: PartRow | undefined, now: number): Standing | null {
  const [best] = part ? standOffers(part.prices, part.merchants, now) : []
  return best && isOffered(best.standing) ? best.standing : null
}

/** @returns false when so many are watched that one has to go first */
export async function watchPrice(part: PartRow, targetCents: number): Promise<boolean> {
  const p = principal()
  const { key, partNumber, brand, name } = part
  return db.transaction('rw', [db.watches], async () => {
    const known = await db.watches.get([p, key])
    if (!known && (await ofPrincipal(p).count()) >= MAX_WATCHES) return false
    await db.watches.put({ p, key, partNumber, brand, name, targetCents, at: Date.now() })
    return true
  })
}

/** Puts a watch back as it was; `undefined` takes it away. */
export async function setWatch(key: string, watch: WatchRow | undefined): Promise<void> {
  if (watch) await db.watches.put(watch)
  else await db.watches.delete([principal(), key])
}

/** Asks for the prices of what is watched, unless that was done within the hour. Never rejects. */
export async function askWatched(): Promise<void> {
  try {
    const watches = await ofPrincipal().toArray()
    const parts = await db.parts.bulkGet(watches.map(({ key }) => key))
    const isDue = (part: PartRow | undefined) => !part || Date.now() - part.at >= ASK_EVERY_MS
    const due = watches.filter((_, at) => isDue(parts[at]))
    if (due.length === 0) return
    const { askOffers } = await import('./askParts.ts')
    await keepOffers(await askOffers(due))
  } catch {
    // Without a signal the last known prices stand.
  }
}
