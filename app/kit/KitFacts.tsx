import type { Build } from '../kits/open/builds.ts'

import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t, worded } from '#shared/words/words.ts'
import { CarIcon, HistoryIcon, WrenchIcon } from '../ui/blocks/icons.tsx'
import { clockTime, dayAndTime } from '../ui/text/time.ts'
import { useNow } from '../ui/browser/useNow.ts'
import styles from './Kit.module.css'

/** What it is for, and how old it is. */
export function KitFacts({ build: { shared: kit, savedAt } }: { build: Build }) {
  const now = useNow()
  const when =
    savedAt === null
      ? t('Updated {when}', { when: dayAndTime(kit.updatedAt, now) })
      : savedWords(savedAt, now)
  return (
    <ul className={styles.facts}>
      <li>
        <CarIcon />
        {kit.vehicle ? vehicleTitle(kit.vehicle) : t('No vehicle selected')}
      </li>
      <li>
        <WrenchIcon />
        {worded(kit.task) || t('No task selected')}
      </li>
      <li>
        <HistoryIcon />
        {when}
      </li>
    </ul>
  )
}

/** "Saved 11:42 today": what was saved is looked for by its time. */
function savedWords(savedAt: number, now: number): string {
  const time = clockTime(savedAt)
  const when = dayAndTime(savedAt, now)
  if (when === t('today at {time}', { time })) return t('Saved {time} today', { time })
  if (when === t('yesterday at {time}', { time })) return t('Saved {time} yesterday', { time })
  return t('Saved {when}', { when })
}
