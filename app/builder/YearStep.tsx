import { useLiveQuery } from 'dexie-react-hooks'

import type { Vehicle } from '#shared/vehicle.ts'

import { FIRST_YEAR, LAST_YEAR, vehicleTitle } from '#shared/vehicle.ts'
import { readRecentBuilds } from '../store/builds.ts'
import { Button } from '../ui/Button.tsx'
import { HistoryIcon } from '../ui/icons.tsx'
import styles from './pickers.module.css'
import { TileGrid } from './TileGrid.tsx'

const KITS_READ = 20
const VEHICLES_SHOWN = 3
const YEARS = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) =>
  String(LAST_YEAR - index),
)

export function YearStep(props: {
  year: number | null
  onChoose: (year: number) => void
  onVehicle: (vehicle: Vehicle) => void
}) {
  const { year, onChoose, onVehicle } = props
  const recent = useLiveQuery(readRecentVehicles) ?? []
  return (
    <>
      {recent.length > 0 && (
        <section aria-labelledby="recent-vehicles">
          <h3 className={styles.eyebrow} id="recent-vehicles">
            Recent vehicles
          </h3>
          <div className={styles.recent}>
            {recent.map((vehicle) => (
              <Button key={vehicleTitle(vehicle)} data-recent onClick={() => onVehicle(vehicle)}>
                <HistoryIcon />
                {vehicleTitle(vehicle)}
              </Button>
            ))}
          </div>
        </section>
      )}
      <TileGrid
        label="Year"
        tiles={YEARS}
        chosen={year === null ? null : String(year)}
        columns="four"
        onChoose={(tile) => onChoose(Number(tile))}
      />
    </>
  )
}

async function readRecentVehicles(): Promise<Vehicle[]> {
  const byTitle = new Map<string, Vehicle>()
  for (const { vehicle } of await readRecentBuilds(KITS_READ)) {
    if (vehicle && !byTitle.has(vehicleTitle(vehicle))) byTitle.set(vehicleTitle(vehicle), vehicle)
  }
  return [...byTitle.values()].slice(0, VEHICLES_SHOWN)
}
