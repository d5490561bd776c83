import { useEffect, useRef } from 'react'

import { FIRST_YEAR, LAST_YEAR } from '#shared/vehicles/makes.ts'
import { type Vehicle, vehicleDetail, vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../../data/device/useLiveQuery.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { HistoryIcon, PencilIcon } from '../../ui/blocks/icons.tsx'
import styles from './pickers.module.css'
import { readRecentVehicles } from './recentVehicles.ts'
import { TileGrid } from './TileGrid.tsx'

const VEHICLES_SHOWN = 3
const YEARS = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) =>
  String(LAST_YEAR - index),
)

export function YearStep(props: {
  year: number | null
  vehicle: Vehicle | null
  takesFocus: boolean
  /** Vehicle without its year, and its model years if known. */
  wanted: { title: string; years: readonly number[] | null } | null
  onChoose: (year: number) => void
  onVehicle: (vehicle: Vehicle) => void
  onDetails: () => void
}) {
  const { year, vehicle: chosen, takesFocus, wanted, onChoose, onVehicle, onDetails } = props
  const recent = useLiveQuery(readRecentVehicles)
  const content = useRef<HTMLDivElement>(null)
  const isRead = recent !== undefined
  const isOther = (vehicle: Vehicle) => !chosen || vehicleTitle(vehicle) !== vehicleTitle(chosen)
  const others = (recent ?? []).filter(isOther).slice(0, VEHICLES_SHOWN)

  useEffect(() => {
    if (!isRead || !takesFocus) return
    // After the dialog has focused its first control.
    const timer = setTimeout(() => {
      // Somebody was faster, and is typing.
      if (document.activeElement instanceof HTMLInputElement) return
      const wanted = ['[aria-pressed=true]', '[data-recent]', '[tabindex="0"]']
      const found = wanted.map((what) => content.current?.querySelector<HTMLElement>(what))
      found.find(Boolean)?.focus()
    })
    return () => clearTimeout(timer)
  }, [isRead, takesFocus])

  return (
    <div ref={content}>
      {wanted && (
        <p className="row muted small tight before">
          {t('The year of the {title}', { title: wanted.title })}
        </p>
      )}
      {chosen && !wanted && (
        <div className={`row wrap between breaks ${styles.current}`}>
          <p>
            <b>{vehicleTitle(chosen)}</b> {vehicleDetail(chosen)}
          </p>
          <Button size="s" onClick={onDetails}>
            <PencilIcon />
            {t('More details')}
          </Button>
        </div>
      )}
      {others.length > 0 && !wanted && (
        <section aria-labelledby="recent-vehicles">
          <h3 className={`muted tiny ${styles.eyebrow}`} id="recent-vehicles">
            {t('Recent vehicles')}
          </h3>
          <div className={`wrap ${styles.recent}`}>
            {others.map((vehicle) => (
              <Button key={vehicleTitle(vehicle)} data-recent onClick={() => onVehicle(vehicle)}>
                <HistoryIcon />
                {vehicleTitle(vehicle)}
              </Button>
            ))}
          </div>
        </section>
      )}
      <TileGrid
        label={t('Year')}
        tiles={wanted?.years?.map(String) ?? YEARS}
        chosen={year === null ? null : String(year)}
        columns="four"
        onChoose={(tile) => onChoose(Number(tile))}
      />
    </div>
  )
}
