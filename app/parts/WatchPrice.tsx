import type { OpenPart } from '../data/prices/parts.ts'
import type { OfferView } from './offerView.ts'

import { t } from '#shared/words/words.ts'
import { watchPart } from '../data/prices/watches.ts'
import { Watch } from './Watch.tsx'

/** A tenth below today's price is what people wait for. */
const SUGGESTED = 0.9

/** Watch for a price, or for a sold-out part. */
export function WatchPrice({ part, best }: { part: OpenPart; best: OfferView | undefined }) {
  return (
    <Watch
      of={part.key}
      noun="price"
      idle={best ? t('Watch this price') : t('Tell me when it is back')}
      hint={t('Of offers in stock whose shipping is known.')}
      // Without shipping it is no total.
      totalCents={best?.mayWin ? best.totalCents : null}
      suggested={SUGGESTED}
      isStockOffered={!best}
      onWatch={(targetCents, isForStock) => watchPart(part, targetCents, isForStock)}
    />
  )
}
