import type { Account } from '../device/account.ts'
import type { Build } from '../kits/open/builds.ts'

import { CataloguePrices } from '../show/catalogue/CataloguePrices.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { Comments } from './comments/Comments.tsx'
import { KitPlaces } from './KitPlaces.tsx'
import { Lineage } from './Lineage.tsx'
import { OwnerSection } from './OwnerSection.tsx'
import { ReportKit } from './ReportKit.tsx'

// Only who has saved it has any.
const History = loadable(async () => (await import('./history/History.tsx')).History)

interface BelowKitProps {
  build: Build
  account: Account | null
  /** Where the dock has no room for it. */
  customizeTo?: string
}

/** What stands below a kit, fetched once the kit itself is painted. */
export function BelowKit({ build, account, customizeTo }: BelowKitProps) {
  const { shared: kit, isMine } = build
  const hasHistory = isMine && build.savedAt !== null
  const isHistoryReady = usePreloaded(History.preload, hasHistory, { isQuiet: true })
  return (
    <>
      <CataloguePrices build={build} canTake={isMine} />
      <KitPlaces build={build} />
      <Comments kitId={kit.id} account={account} isKitMine={isMine && account !== null} />
      {hasHistory && (isHistoryReady || History.isHere()) && <History build={build} />}
      <Lineage build={build} />
      {account && !isMine && <ReportKit kit={kit} />}
      {isMine && <OwnerSection kit={kit} vin={build.vin} {...(customizeTo && { customizeTo })} />}
    </>
  )
}
