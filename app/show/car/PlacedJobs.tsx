import { useEffect, useMemo } from 'react'

import type { Place } from '#shared/vehicles/places.ts'

import { distanceText } from '#shared/kinds/distance.ts'
import { type Car, entriesOfVehicle } from '#shared/kinds/maintenance.ts'
import { say, t, worded } from '#shared/words/words.ts'
import { useLog } from '../../data/kits/index/useLog.ts'
import styles from './CarPlaces.module.css'
import { choosePlace, countPlaces, PLACE_WORDS } from './carPlaces.ts'
import { dayText } from '../logWords.ts'

interface PlacedJobsProps {
  car: Car
  place: Place | null
  onCount: (jobs: ReadonlyMap<Place, number>) => void
}

/** Logged jobs at a place of this car, latest first. */
export function PlacedJobs({ car, place, onCount }: PlacedJobsProps) {
  const { vehicle, vin } = car
  const log = useLog()
  const jobs = useMemo(() => entriesOfVehicle(log ?? [], { vehicle, vin }), [log, vehicle, vin])
  useEffect(() => onCount(countPlaces(jobs.map(({ task }) => task))), [jobs, onCount])
  const isAt = place && choosePlace(place).isAt
  const there = isAt ? jobs.filter(({ task }) => isAt({ name: task })) : []
  if (there.length === 0) return null
  return (
    <ul
      className={`small breaks ${styles.there}`}
      aria-label={
        place ? t('Done before, {place}', { place: say(PLACE_WORDS[place].inside) }) : undefined
      }
    >
      {there.map(({ id, task, day, mileage }) => (
        <li key={id}>
          <b>{worded(task)}</b>{' '}
          <span className="muted num">
            {[dayText(day), mileage && distanceText(mileage)].filter(Boolean).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
