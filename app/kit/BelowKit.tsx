import { useState } from 'react'

import type { Account } from '../data/device/account.ts'
import type { Build } from '../data/kits/open/builds.ts'
import type { PlaceChoice } from '../show/car/carPlaces.ts'

import { CataloguePrices } from '../show/catalogue/CataloguePrices.tsx'
import { loadable } from '../ui/browser/loadable.tsx'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { Comments } from './comments/Comments.tsx'
import { Lineage } from './Lineage.tsx'
import { OwnerSection } from './OwnerSection.tsx'
import { isBlankLine, type Kit, kitTitle } from '#shared/kinds/kit.ts'
import { hasPlace } from '#shared/vehicles/places.ts'
import { t } from '#shared/words/words.ts'
import { CarPlaces } from '../show/car/CarPlaces.tsx'
import styles from './Places.module.css'
import { reportKit } from '../data/kits/open/comments.ts'
import { Button } from '../ui/controls/Button.tsx'
import { type Reported, ReportDialog } from './comments/ReportDialog.tsx'

// Only the owner of saved versions needs it.
const History = loadable(async () => (await import('./history/History.tsx')).History)

interface BelowKitProps {
  build: Build
  account: Account | null
  /** Set where the dock has no room for it. */
  customizeTo?: string
}

/** Content below a kit, loaded once the kit itself is painted. */
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

/** Car diagram of a kit whose parts name their places. */
function KitPlaces({ build: { shared: kit, isMine, vin } }: { build: Build }) {
  const [choice, setChoice] = useState<PlaceChoice | null>(null)
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  // A single part's name says as much.
  if (lines.filter(({ name }) => hasPlace(name)).length < 2) return null
  return (
    <div>
      <h2 className="before">{t('Where on the car')}</h2>
      <div className={`card ${styles.card}`}>
        <CarPlaces
          lines={lines}
          car={isMine ? { vehicle: kit.vehicle, vin } : null}
          choice={choice}
          onChoose={setChoice}
        />
      </div>
    </div>
  )
}

/** Reports somebody else's kit to the administrators. */
function ReportKit({ kit }: { kit: Kit }) {
  const [reported, setReported] = useState<Reported | null>(null)
  return (
    <div>
      <Button
        variant="ghost"
        onClick={() =>
          setReported({ id: kit.id, name: kitTitle(kit, t('Untitled kit')), text: '' })
        }
      >
        {t('Report this kit')}
      </Button>
      <ReportDialog
        noun="kit"
        reported={reported}
        send={reportKit}
        onClose={() => setReported(null)}
      />
    </div>
  )
}
