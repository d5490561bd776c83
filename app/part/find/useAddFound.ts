import type { PartSummary } from '#shared/catalogue/part.ts'
import type { AddedOffer } from '../../kits/open/addToKit.ts'

import { isOffered, standOffers } from '#shared/catalogue/offer.ts'
import { keepOffers, readParts } from '../../prices/parts.ts'
import { useAddToKit } from '../useAddToKit.ts'

/** Longer nobody waits for a price: the part goes without one. */
const MOST_MS = 2_000

/** Puts a part that was found into the current kit, as its page does: with the price of its best offer. */
export function useAddFound(): {
  title: string
  isReady: boolean
  add: (part: PartSummary) => void
} {
  const { title, isReady, add } = useAddToKit()
  return {
    title,
    isReady,
    add: (part) => add(part, bestOffer(part)),
  }
}

async function bestOffer({ partNumber, brand }: PartSummary): Promise<AddedOffer | undefined> {
  try {
    const late = new Promise<never>((_, reject) => setTimeout(reject, MOST_MS))
    await Promise.race([ask(partNumber, brand), late]).catch(() => undefined)
    const [row] = await readParts(partNumber, brand)
    const [best] = row ? standOffers(row.prices, row.merchants, Date.now()) : []
    return best && isOffered(best.standing) ? best.offer : undefined
  } catch {
    // A device that cannot be read adds it all the same.
    return undefined
  }
}

/** What is asked is kept: the part is known here without signal, too. */
async function ask(partNumber: string, brand: string): Promise<void> {
  const { askOffers } = await import('../../prices/askParts.ts')
  await keepOffers(await askOffers([{ partNumber, brand }]))
}
