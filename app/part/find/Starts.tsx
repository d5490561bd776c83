import type { ReactNode } from 'react'

import { useId } from 'react'

import type { PartSearch } from '#shared/catalogue/partSearch.ts'

import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t, worded } from '#shared/words/words.ts'
import { useLiveQuery } from '../../device/useLiveQuery.ts'
import { T } from '../../ui/words/T.tsx'
import { useTasks } from '../../show/task/useTasks.ts'
import { readRecentVehicles } from '../../show/vehicle/recentVehicles.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CarIcon } from '../../ui/blocks/icons.tsx'
import styles from './Find.module.css'

const MOST_VEHICLES = 6
const MOST_TASKS = 12

/** Before any search: what can be searched, and where one may begin. */
export function Starts({ onChange }: { onChange: (changes: Partial<PartSearch>) => void }) {
  const vehicles = useLiveQuery(readRecentVehicles)
  const tasks = useTasks()
  return (
    <>
      <p className="muted">
        <T
          text="By any words, a brand, or a number however it is written: <number>LX 1006/1D</number> is <typed>lx10061d</typed>. A vehicle leaves the parts that are said to fit it."
          number={(text) => <span className="mono nowrap">{text}</span>}
          typed={(text) => <span className="mono nowrap">{text}</span>}
        />
      </p>
      {vehicles && vehicles.length > 0 && (
        <Group title={t('Your vehicles')}>
          {vehicles.slice(0, MOST_VEHICLES).map((vehicle) => (
            <li key={vehicleTitle(vehicle)}>
              <Button
                onClick={() => {
                  const { year, make, model } = vehicle
                  onChange({ year, make, model })
                }}
              >
                <CarIcon />
                <span className="ellipsis">{vehicleTitle(vehicle)}</span>
              </Button>
            </li>
          ))}
        </Group>
      )}
      <Group title={t('Tasks')}>
        {tasks.slice(0, MOST_TASKS).map(({ name }) => (
          <li key={name}>
            <Button onClick={() => onChange({ task: name })}>
              <span className="ellipsis">{worded(name)}</span>
            </Button>
          </li>
        ))}
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={styles.starts}>{children}</ul>
    </section>
  )
}
