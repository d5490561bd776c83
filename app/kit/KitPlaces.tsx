import { useState } from 'react'

import type { Build } from '../kits/open/builds.ts'
import type { PlaceChoice } from '../show/car/carPlaces.ts'

import { isBlankLine } from '#shared/kinds/kit.ts'
import { hasPlace } from '#shared/vehicles/places.ts'
import { t } from '#shared/words/words.ts'
import { CarPlaces } from '../show/car/CarPlaces.tsx'
import styles from './Places.module.css'

/** The car of a kit whose parts tell where they sit. */
export function KitPlaces({ build: { shared: kit, isMine, vin } }: { build: Build }) {
  const [choice, setChoice] = useState<PlaceChoice | null>(null)
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  // Of a single one its name tells as much.
  if (lines.filter(({ name }) => hasPlace(name)).length < 2) return null
  return (
    <div>
      <h2 className={styles.heading}>{t('Where on the car')}</h2>
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
