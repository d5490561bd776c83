import { useEffect, useState } from 'react'

import type { VinCar } from '#shared/vehicles/decodeVin.ts'

import { isCheckDigitRight, wmiOf } from '#shared/vehicles/vin.ts'
import { say, t, worded } from '#shared/words/words.ts'
import { readVin, type VinAnswer } from '../../data/hardware/vehicleData.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CarIcon, CircleAlertIcon, NoSignalIcon } from '../../ui/blocks/icons.tsx'
import { Spinner } from '../../ui/blocks/Spinner.tsx'
import { DETAIL_NAMES } from './detailNames.ts'
import styles from './vin.module.css'

/** Decoded VIN to confirm: only a suggestion, because data has gaps and people mistype. */
export function VinStep(props: { vin: string; onUse: (car: VinCar) => void; onYear: () => void }) {
  const { vin, onUse, onYear } = props
  const [answer, setAnswer] = useState<VinAnswer | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    readVin(vin).then(
      (read) => isCurrent && setAnswer(read),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [vin, attempt])
  const handleRetry = () => {
    setFailed(false)
    setAnswer(null)
    setAttempt((count) => count + 1)
  }

  return (
    <div className="stack roomy">
      <p className={`muted small ${styles.number}`}>
        VIN <b className="mono">{vin}</b>
      </p>
      {!isCheckDigitRight(vin) && (
        <p className={`small ${styles.warning}`} role="alert">
          <CircleAlertIcon />
          <span>
            {t(
              'The ninth character, {letter}, does not fit the others. Look for a mistyped one. On cars built for outside North America that is normal.',
              { letter: vin[8] ?? '' },
            )}
          </span>
        </p>
      )}
      {isFailed && (
        <EmptyState
          role="alert"
          mark={<CircleAlertIcon />}
          title={t('The VIN could not be read')}
          text={t(
            'What is needed to read it did not load. Please check your connection and try again.',
          )}
          action={<Button onClick={handleRetry}>{t('Try again')}</Button>}
        />
      )}
      {!answer && !isFailed && (
        <p className="row muted small tight" role="status">
          <Spinner />
          {t('Reading the VIN...')}
        </p>
      )}
      {answer && <Found vin={vin} answer={answer} onUse={onUse} onYear={onYear} />}
      {answer && answer.missing.length > 0 && (
        <EmptyState
          role="status"
          mark={<NoSignalIcon />}
          title={t('No vehicle data for {missing} on this device', {
            missing: answer.missing.join(', '),
          })}
          text={t('With a signal it is fetched and kept. The model can be chosen without it.')}
          action={<Button onClick={handleRetry}>{t('Try again')}</Button>}
        />
      )}
    </div>
  )
}

function Found(props: {
  vin: string
  answer: VinAnswer
  onUse: (car: VinCar) => void
  onYear: () => void
}) {
  const { vin, answer, onUse, onYear } = props
  const { cars } = answer
  const [first] = cars
  if (!first) {
    return (
      <EmptyState
        role="status"
        mark={<CarIcon />}
        title={t('Maker not known')}
        text={t(
          'No VINs that begin with {start} are in the data. Choose year, make and model instead.',
          { start: wmiOf(vin) },
        )}
        action={<Button onClick={onYear}>{t('Select Year')}</Button>}
      />
    )
  }
  const isSure = cars.length === 1 && first.model !== null
  return (
    <section aria-label={t('What the VIN says')}>
      <p className="muted small" role="status">
        {isSure
          ? t('The VIN says this car. Check it before you use it.')
          : cars.length === 1
            ? t('The VIN does not say the model. Check the year and the make.')
            : t('The VIN does not say everything. Which of these is it?')}
      </p>
      <ul className={styles.cars}>
        {cars.map((car) => (
          <li key={titleOf(car)} className="card">
            <Car car={car} isOnly={isSure} onUse={onUse} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Car(props: { car: VinCar; isOnly: boolean; onUse: (car: VinCar) => void }) {
  const { car, isOnly, onUse } = props
  const details = DETAIL_NAMES.filter(([name]) => car.details[name])
  const action = car.model === null ? t('Choose the model') : t('Use this vehicle')
  return (
    <>
      <h3 className={styles.title}>{titleOf(car)}</h3>
      {details.length > 0 && (
        <dl className={styles.details}>
          {details.map(([name, label]) => (
            <div key={name}>
              <dt>{say(label)}</dt>
              <dd>{worded(car.details[name] ?? '')}</dd>
            </div>
          ))}
        </dl>
      )}
      <Button
        variant={isOnly ? 'primary' : 'secondary'}
        isFull
        aria-label={`${action}, ${titleOf(car)}`}
        onClick={() => onUse(car)}
      >
        {action}
      </Button>
    </>
  )
}

function titleOf({ year, make, model }: VinCar): string {
  const car = [year, make, model].filter(Boolean).join(' ')
  return year === null ? t('Year not known, {car}', { car }) : car
}
