/**
 * Watches: target prices of parts and baskets, and sold-out parts. Stored on this device and
 * compared whenever offers arrive; with an account also on the server (sendWatches.ts).
 */
import { isOffered, type Standing, standOffers } from '#shared/catalogue/offer.ts'
import { isId } from '#shared/ids.ts'
import { db, type PartRow, type WatchRow } from '../device/db.ts'
import { shownPrincipal, signedIn } from '../device/device.ts'
import { keepOffers } from './parts.ts'
import { ofPrincipal } from '../device/ranges.ts'

export const MAX_WATCHES = 100
/** Throttle for refetching prices. */
const ASK_EVERY_MS = 60 * 60_000
const KIT = 'kit:'

export interface Watched extends WatchRow {
  /** Cached prices, undefined without any. */
  part: PartRow | undefined
  /** Kit of a watched basket; null for a part. */
  kitId: string | null
  /** Lowest total payable today, null for none. */
  lowestCents: number | null
  isUnder: boolean
  /** Watched for stock, and available. */
  isBack: boolean
}

/** A new watch on one part or kit. */
export type Wanted = Omit<WatchRow, 'p' | 'at' | 'isSent' | 'isGone'>

export const basketKey = (kitId: string): string => KIT + kitId

const own = (principal = shownPrincipal()) => ofPrincipal(db.watches, principal)
const isThere = ({ isGone }: WatchRow): boolean => isGone !== true

/** Watches, latest first. For a live query. */
export async function readWatches(now = Date.now()): Promise<Watched[]> {
  const watches = (await own().toArray()).filter(isThere)
  const parts = await db.parts.bulkGet(watches.map(({ key }) => key))
  return watches
    .map((watch, at) => {
      const best = bestOf(parts[at], now)
      // A price without shipping triggers nothing: shipping may lift it above the target.
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

/** Watch of one part or kit, undefined without one. For a live query. */
export async function readWatch(key: string): Promise<WatchRow | undefined> {
  const watch = await db.watches.get([shownPrincipal(), key])
  return watch && isThere(watch) ? watch : undefined
}

/** Today's best in-stock offer, null without one. */
export function bestOf(part: PartRow | undefined, now: number): Standing | null {
  const [best] = part ? standOffers(part.prices, part.merchants, now) : []
  return best && isOffered(best.standing) ? best.standing : null
}

/** @returns false at the limit: one has to go first */
export async function watch(wanted: Wanted): Promise<boolean> {
  const principal = shownPrincipal()
  const isRoom = await db.transaction('rw', [db.watches], async () => {
    const known = await db.watches.get([principal, wanted.key])
    const others = (await own(principal).toArray()).filter(isThere)
    if (!(known && isThere(known)) && others.length >= MAX_WATCHES) return false
    // The server keeps the later `at`: a clock set back must not lose this one.
    await db.watches.put({
      p: principal,
      ...wanted,
      at: Math.max(Date.now(), (known?.at ?? 0) + 1),
    })
    return true
  })
  if (isRoom) void tellAccount()
  return isRoom
}

export function watchPart(
  { key, partNumber, brand, name }: PartRow,
  targetCents: number | null,
  isForStock = false,
): Promise<boolean> {
  return watch({ key, partNumber, brand, name, targetCents, ...(isForStock && { isForStock }) })
}

/** Restores a watch as it was; `undefined` deletes it. */
export async function setWatch(key: string, row: WatchRow | undefined): Promise<void> {
  if (row) {
    const { p: _, at: __, isSent: ___, isGone: ____, ...wanted } = row
    await watch(wanted)
    return
  }
  const principal = shownPrincipal()
  // Without an account there is nobody to tell.
  if (signedIn() === null) await db.watches.delete([principal, key])
  else await db.watches.update([principal, key], { isGone: true, isSent: false })
  void tellAccount()
}

async function tellAccount(): Promise<void> {
  await (await import('./sendWatches.ts')).sendWatches()
}

/** Refetches prices of watched parts, at most hourly. Never rejects. */
export async function askWatched(): Promise<void> {
  try {
    const watches = (await own().toArray()).filter(
      (row) => isThere(row) && !row.key.startsWith(KIT),
    )
    const parts = await db.parts.bulkGet(watches.map(({ key }) => key))
    const isDue = (part: PartRow | undefined) => !part || Date.now() - part.at >= ASK_EVERY_MS
    const due = watches.filter((_, at) => isDue(parts[at]))
    if (due.length === 0) return
    const { askOffers } = await import('./askParts.ts')
    await keepOffers(await askOffers(due))
  } catch {
    // Offline, the last known prices stand.
  }
}
