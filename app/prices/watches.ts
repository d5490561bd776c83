/**
 * What somebody waits for: prices of parts and baskets, and parts that are sold out. Kept on this
 * device and compared whenever offers come; of an account also by the server (sendWatches.ts).
 */
import Dexie from 'dexie'

import type { BasketOptions } from '#shared/catalogue/baskets/kitProblem.ts'
import type { Standing } from '#shared/catalogue/offer.ts'
import type { PartRow, WatchRow } from '../device/db.ts'

import { isOffered, standOffers } from '#shared/catalogue/offer.ts'
import { isId } from '#shared/ids.ts'
import { db } from '../device/db.ts'
import { principal, signedIn } from '../device/device.ts'
import { keepOffers } from './parts.ts'

export const MAX_WATCHES = 100
/** How often the prices are asked for anew, at most. */
const ASK_EVERY_MS = 60 * 60_000
const KIT = 'kit:'

export interface Watched extends WatchRow {
  /** What is known of its prices, undefined when nothing is. */
  part: PartRow | undefined
  /** The kit whose basket it is; null for a part. */
  kitId: string | null
  /** The lowest total somebody could pay today, null for none. */
  lowestCents: number | null
  isUnder: boolean
  /** It was waited for, and can be bought. */
  isBack: boolean
}

/** What is waited for of one part or kit. */
export interface Wanted {
  key: string
  partNumber: string
  brand: string
  name: string
  targetCents: number | null
  isForStock?: boolean
  basket?: BasketOptions
}

/** The key under which a kit's basket is watched. */
export const basketKey = (kitId: string): string => KIT + kitId

const ofPrincipal = (p = principal()) =>
  db.watches.where('[p+key]').between([p, Dexie.minKey], [p, Dexie.maxKey])
const isThere = ({ isGone }: WatchRow): boolean => isGone !== true

/** What is watched, the latest first. For a live query. */
export async function readWatches(now = Date.now()): Promise<Watched[]> {
  const watches = (await ofPrincipal().toArray()).filter(isThere)
  const parts = await db.parts.bulkGet(watches.map(({ key }) => key))
  return watches
    .map((watch, at) => {
      const best = bestOf(parts[at], now)
      // Of a price without its shipping nothing is told: it may be above the target with it.
      const lowestCents = best?.mayWin ? best.totalCents : null
      const { targetCents, isForStock, key } = watch
      const isUnder = lowestCents !== null && targetCents !== null && lowestCents <= targetCents
      const isBack = isForStock === true && best !== null
      const id = key.startsWith(KIT) ? key.slice(KIT.length) : ''
      return {
        ...watch,
        part: parts[at],
        kitId: isId(id) ? id : null,
        lowestCents,
        isUnder,
        isBack,
      }
    })
    .sort((a, b) => b.at - a.at)
}

/** The watch of one part or kit, undefined without one. For a live query. */
export async function readWatch(key: string): Promise<WatchRow | undefined> {
  const watch = await db.watches.get([principal(), key])
  return watch && isThere(watch) ? watch : undefined
}

/** The best of today's offers that are in stock, null without one. */
export function bestOf(part: PartRow | undefined, now: number): Standing | null {
  const [best] = part ? standOffers(part.prices, part.merchants, now) : []
  return best && isOffered(best.standing) ? best.standing : null
}

/** @returns false when so many are watched that one has to go first */
export async function watch(wanted: Wanted): Promise<boolean> {
  const p = principal()
  const isRoom = await db.transaction('rw', [db.watches], async () => {
    const known = await db.watches.get([p, wanted.key])
    const others = (await ofPrincipal(p).toArray()).filter(isThere)
    if (!(known && isThere(known)) && others.length >= MAX_WATCHES) return false
    // The later word stands on the server: a clock that was set back must not lose this one.
    await db.watches.put({ p, ...wanted, at: Math.max(Date.now(), (known?.at ?? 0) + 1) })
    return true
  })
  if (isRoom) void tellAccount()
  return isRoom
}

/** The same of a part. */
export function watchPart(
  { key, partNumber, brand, name }: PartRow,
  targetCents: number | null,
  isForStock = false,
): Promise<boolean> {
  return watch({ key, partNumber, brand, name, targetCents, ...(isForStock && { isForStock }) })
}

/** Puts a watch back as it was; `undefined` takes it away. */
export async function setWatch(key: string, row: WatchRow | undefined): Promise<void> {
  if (row) {
    const { p: _, at: __, isSent: ___, isGone: ____, ...wanted } = row
    await watch(wanted)
    return
  }
  const p = principal()
  // Without an account nobody else has to know.
  if (signedIn() === null) await db.watches.delete([p, key])
  else await db.watches.update([p, key], { isGone: true, isSent: false })
  void tellAccount()
}

async function tellAccount(): Promise<void> {
  await (await import('./sendWatches.ts')).sendWatches()
}

/** Asks for the prices of what is watched, unless that was done within the hour. Never rejects. */
export async function askWatched(): Promise<void> {
  try {
    const watches = (await ofPrincipal().toArray()).filter(
      (row) => isThere(row) && !row.key.startsWith(KIT),
    )
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
