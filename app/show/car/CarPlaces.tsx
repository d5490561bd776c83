import { type ReactNode, useState } from 'react'

import type { Line } from '#shared/kinds/kit.ts'
import type { Car } from '#shared/kinds/maintenance.ts'

import { type Place, PLACES } from '#shared/vehicles/places.ts'
import { say, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { classes } from '../../ui/look/classes.ts'
import { loadable } from '../../ui/browser/loadable.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import styles from './CarPlaces.module.css'
import { choosePlace, countPlaces, PLACE_WORDS, placeWords, type PlaceChoice } from './carPlaces.ts'

const PlacedJobs = loadable(async () => (await import('./PlacedJobs.tsx')).PlacedJobs)
const NO_JOBS: ReadonlyMap<Place, number> = new Map()

interface CarPlacesProps {
  lines: readonly Line[]
  /** Includes its log; null for somebody else's kit. */
  car: Car | null
  choice: PlaceChoice | null
  onChoose: (choice: PlaceChoice | null) => void
  /**
   * Only the places the lines are about, for a busy screen whose rows show the rest. Otherwise the
   * list is beside the car.
   */
  isTight?: boolean
}

/** A car from above: each place with lines or logged jobs is a button that filters by it. */
export function CarPlaces({ lines, car, choice, onChoose, isTight = false }: CarPlacesProps) {
  const [jobs, setJobs] = useState(NO_JOBS)
  const areJobsReady = usePreloaded(PlacedJobs.preload, car !== null, { isQuiet: true })
  const parts = countPlaces(lines.map(({ name }) => name))
  const chosen = choice?.place ?? null
  const there = choice ? lines.filter(choice.isAt) : []

  const button = (place: Place): ReactNode => {
    const count = parts.get(place) ?? 0
    const words = placeWords(count, jobs.get(place) ?? 0)
    // The log loads later: a tight car must not grow by its rows.
    if (words === '' || (isTight && count === 0)) return null
    const isChosen = place === chosen
    return (
      <li key={place} data-place={place}>
        <button
          type="button"
          className={`muted tiny breaks ${styles.place}`}
          aria-pressed={isChosen}
          onClick={() => onChoose(isChosen ? null : choosePlace(place))}
        >
          <b>{say(PLACE_WORDS[place].name)}</b> <span className="num">{words}</span>
        </button>
      </li>
    )
  }

  function handleAll(pressed: HTMLElement) {
    // The pressed button unmounts.
    pressed.closest('section')?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
    onChoose(null)
  }

  return (
    <section className={`wrap ${styles.places}`} aria-label={t('Where on the car')}>
      <ul className={classes(styles.map, isTight && styles.tight)} aria-label={t('Places')}>
        <li className={styles.body} aria-hidden="true" />
        <li className={styles.cabin} aria-hidden="true" />
        <li className={classes(styles.axle, styles.front)} aria-hidden="true" />
        <li className={styles.axle} aria-hidden="true" />
        {PLACES.map(button)}
      </ul>
      <div className={`row wrap ${styles.said}`}>
        <p role="status">{chosen && saidOf(chosen, there.length, lines.length)}</p>
        {!chosen && (
          <p className={`muted small ${styles.hint}`}>{t('Press a place to see its parts.')}</p>
        )}
        {chosen && isTight && (
          <Button onClick={({ currentTarget }) => handleAll(currentTarget)}>{t('Show all')}</Button>
        )}
        {!isTight && there.length > 0 && (
          <ul
            className={`small breaks ${styles.there}`}
            aria-label={
              chosen ? t('Parts, {place}', { place: say(PLACE_WORDS[chosen].inside) }) : undefined
            }
          >
            {there.map(({ id, name, manufacturer, partNumber }) => (
              <li key={id}>
                <b>{name}</b> <span className="muted">{manufacturer}</span>{' '}
                <span className="muted mono">{partNumber}</span>
              </li>
            ))}
          </ul>
        )}
        {car && (areJobsReady || PlacedJobs.isHere()) && (
          <PlacedJobs car={car} place={chosen} onCount={setJobs} />
        )}
      </div>
    </section>
  )
}

function saidOf(place: Place, there: number, all: number): string {
  const name = say(PLACE_WORDS[place].name)
  return there === 0
    ? t('{place}: no part of this kit.', { place: name })
    : t('{place}: {there} of {all} parts.', { place: name, there, all })
}
