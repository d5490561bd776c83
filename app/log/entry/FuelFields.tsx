import type { DistanceUnit } from '#shared/kinds/distance.ts'

import { FUEL_UNITS } from '#shared/kinds/fuel.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { DropletIcon } from '../../ui/blocks/icons.tsx'
import { Chosen } from '../../forms/Chosen.tsx'
import { Typed } from '../../forms/Typed.tsx'
import { type FuelText, blankFuel } from './entryForm.ts'
import styles from '../log.module.css'

interface FuelFieldsProps {
  fuel: FuelText | undefined
  /** Odometer unit of the car: drivers who count miles mostly fill up by the gallon. */
  distance: DistanceUnit
  error: string | undefined
  onChange: (fuel: FuelText) => void
}

/** Fill-up fields, opened by a press: few jobs are one. */
export function FuelFields({ fuel, distance, error, onChange }: FuelFieldsProps) {
  if (!fuel) {
    return (
      <div className="wide">
        <Button onClick={() => onChange(blankFuel(distance === 'mi' ? 'US gal' : 'L'))}>
          <DropletIcon />
          {t('Add fuel')}
        </Button>
      </div>
    )
  }
  // A newer version's unit stays, and can be changed to one of these.
  const units = FUEL_UNITS.includes(fuel.unit) ? FUEL_UNITS : [fuel.unit, ...FUEL_UNITS]
  return (
    <div className={`wide ${styles.fuel}`}>
      <Typed
        label={t('Fuel')}
        isOptional
        error={error}
        name="fuel"
        inputMode="decimal"
        maxLength={10}
        autoComplete="off"
        value={fuel.amount}
        onType={(amount) => onChange({ ...fuel, amount })}
      />
      <Chosen
        label={t('Fuel in')}
        choices={units.map((unit) => [unit, unit])}
        chosen={fuel.unit}
        onChoose={(unit) => onChange({ ...fuel, unit })}
      />
      <Checkbox
        checked={fuel.isPart}
        onChange={({ target }) => onChange({ ...fuel, isPart: target.checked })}
      >
        {t('The tank was not filled up')}
      </Checkbox>
      <Checkbox
        checked={fuel.isMissed}
        onChange={({ target }) => onChange({ ...fuel, isMissed: target.checked })}
      >
        {t('A fill-up before it is not in the log')}
      </Checkbox>
    </div>
  )
}
