import { useEffect, useState } from 'react'

import type { Line } from '#shared/kinds/kit.ts'
import type { Build } from '../../kits/open/builds.ts'
import type { LinePrice } from '../../prices/linePrices.ts'
import type { PriceOrigin } from '../../prices/priceOrigins.ts'
import type { KitOffers } from '../../prices/useKitOffers.ts'

import { linePrices } from '../../prices/linePrices.ts'
import { readPriceOrigins } from '../../prices/priceOrigins.ts'
import { useKitOffers } from '../../prices/useKitOffers.ts'

const NO_LINES: readonly Line[] = []

/** What the catalogue says of the lines of a kit, null while the device is read. */
export function useLinePrices(
  build: Build,
  now: number,
): { prices: LinePrice[] | null; offers: KitOffers } {
  const { kit, isMine, savedAt } = build
  const lines = isMine ? kit.lines : build.shared.lines
  const offers = useKitOffers(lines, { isSoon: true })
  const origins = useOrigins(build, lines)
  const { parts } = offers
  if (!parts || !origins) return { prices: null, offers }
  const saved = savedAt === null ? NO_LINES : build.shared.lines
  return { prices: linePrices(lines, { parts, origins, saved }, now), offers }
}

/** Read anew with each price, and not with each key. */
function useOrigins(build: Build, lines: readonly Line[]) {
  const [origins, setOrigins] = useState<ReadonlyMap<string, PriceOrigin> | null>(null)
  const priced = lines.map(({ id, price }) => `${id} ${price}`).join()
  useEffect(() => {
    let isCurrent = true
    readPriceOrigins(build).then(
      (read) => isCurrent && setOrigins(read),
      // Whose they are is not known then.
      () => isCurrent && setOrigins(new Map()),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `priced` says all of it that matters
  }, [build.kit.id, priced])
  return origins
}
