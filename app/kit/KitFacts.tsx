import type { Build } from '../kits/open/builds.ts'

import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { CarIcon, HistoryIcon, WrenchIcon } from '../ui/icons.tsx'
import { dayAndTime } from '../ui/time.ts'
import { useNow } from '../ui/useNow.ts'
import styles from './Kit.module.css'

/** What it is for, and how old it is. */
export function KitFacts({ build: { shared: kit, savedAt } }: { build: Build }) {
  const now = useNow()
  const when =
    savedAt === null
      ? `Updated ${dayAndTime(kit.updatedAt, now)}`
      : `Saved ${timeFirst(dayAndTime(savedAt, now))}`
  return (
    <ul className={styles.facts}>
      <li>
        <CarIcon />
        {kit.vehicle ? vehicleTitle(kit.vehicle) : 'No vehicle selected'}
      </li>
      <li>
        <WrenchIcon />
        {kit.task || 'No task selected'}
      </li>
      <li>
        <HistoryIcon />
        {when}
      </li>
    </ul>
  )
}

/** "11:42 today": what was saved is looked for by its time. */
function timeFirst(when: string): string {
  return when.replace(/^(today|yesterday) at (.+)$/, '$2 $1')
}
