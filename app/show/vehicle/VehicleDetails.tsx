import { useState } from 'react'

import type { VinDetails } from '#shared/vehicles/decodeVin.ts'

import { cleanText } from '#shared/define.ts'
import { type Vehicle, vehicleProblem, vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { kept, say, t, worded } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { DETAIL_NAMES } from './detailNames.ts'
import styles from './vin.module.css'

/** Suggestions without knowing the car, in vPIC's words; free text is allowed. */
const SUGGESTED: Partial<Record<keyof VinDetails, readonly string[]>> = {
  bodyClass: [
    kept('Sedan/Saloon'),
    kept('Coupe'),
    kept('Hatchback/Liftback/Notchback'),
    kept('Wagon'),
    kept('Convertible/Cabriolet'),
    kept('Pickup'),
    kept('Minivan'),
    kept('Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)'),
  ],
  engineConfiguration: [
    kept('In-Line'),
    kept('V-Shaped'),
    kept('Horizontally opposed (boxer)'),
    kept('W Shaped'),
    kept('Rotary'),
  ],
  driveType: [
    kept('FWD/Front-Wheel Drive'),
    kept('RWD/Rear-Wheel Drive'),
    kept('AWD/All-Wheel Drive'),
    kept('4WD/4-Wheel Drive/4x4'),
  ],
}
const EXAMPLES: Partial<Record<keyof VinDetails, string>> = {
  trim: 'Prestige',
  series: 'B7',
  engineDisplacement: '4.2',
  engineCylinders: '8',
  engineHorsepower: '340',
}
/** Above the stored limit: too long a text gets a message instead of a cut. */
const MAX_TYPED = 300

/** Trim, body, engine and drive, from the VIN or typed. Every key is stored. */
export function VehicleDetails(props: {
  vehicle: Vehicle
  vin: string
  onChange: (vehicle: Vehicle) => void
  onDone: () => void
}) {
  const { vin, onChange, onDone } = props
  const [vehicle, setVehicle] = useState(props.vehicle)
  return (
    <form
      className="stack roomy"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      <p className="muted small">
        {vin === ''
          ? t('{vehicle}. Everything here is optional.', { vehicle: vehicleTitle(vehicle) })
          : t('{vehicle}. Everything here is optional, and the VIN is seen by nobody but you.', {
              vehicle: vehicleTitle(vehicle),
            })}
      </p>
      {vin !== '' && (
        <p className={`muted small ${styles.number}`}>
          {t('VIN')} <b className="mono">{vin}</b>
        </p>
      )}
      <div className={styles.fields}>
        {DETAIL_NAMES.map(([name, label]) => (
          <DetailField
            key={name}
            name={name}
            label={say(label)}
            stored={vehicle[name] ?? ''}
            onText={(text) => {
              const changed = { ...vehicle, [name]: text.trim() }
              if (vehicleProblem(changed)) return false
              setVehicle(changed)
              onChange(changed)
              return true
            }}
          />
        ))}
      </div>
      <Button type="submit" variant="primary" isFull>
        {t('Done')}
      </Button>
    </form>
  )
}

function DetailField(props: {
  name: keyof VinDetails
  label: string
  stored: string
  onText: (text: string) => boolean
}) {
  const { name, label, stored, onText } = props
  const [text, setText] = useState(worded(stored))
  const [isBad, setBad] = useState(false)
  const suggested = SUGGESTED[name]
  const example = EXAMPLES[name]
  const listId = `vehicle-${name}`
  return (
    <Field
      label={label}
      error={
        isBad && (
          <span role="alert">
            {t('{label} can have 80 characters. It is not stored yet.', { label })}
          </span>
        )
      }
    >
      {(control) => (
        <>
          <Input
            {...control}
            autoComplete="off"
            maxLength={MAX_TYPED}
            placeholder={example === undefined ? '' : t('e.g. {example}', { example })}
            value={text}
            {...(suggested && { list: listId })}
            onChange={(event) => {
              const typed = cleanText(event.target.value)
              setText(typed)
              setBad(!onText(suggested?.find((one) => worded(one) === typed.trim()) ?? typed))
            }}
          />
          {suggested && (
            <datalist id={listId}>
              {suggested.map((value) => (
                <option key={value}>{worded(value)}</option>
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}
