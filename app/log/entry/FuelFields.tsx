import type { Form } from '../../forms/useForm.ts'
import type { EntryValues } from './entryForm.ts'

import { FUEL_UNITS } from '#shared/kinds/fuel.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { DropletIcon } from '../../ui/blocks/icons.tsx'
import { Chosen } from '../../forms/Chosen.tsx'
import { Typed } from '../../forms/Typed.tsx'
import styles from '../log.module.css'

/** Fill-up fields, opened by a press: few jobs are one. */
export function FuelFields<T extends EntryValues>({ form }: { form: Form<T> }) {
  const { fuel, fuelUnit, isPart, isMissed, unit } = form.values
  if (fuelUnit === '') {
    return (
      <div className="wide">
        {/* Drivers who count miles mostly fill up by the gallon. */}
        <Button onClick={() => form.set('fuelUnit', unit === 'mi' ? 'US gal' : 'L')}>
          <DropletIcon />
          {t('Add fuel')}
        </Button>
      </div>
    )
  }
  // A newer version's unit stays, and can be changed to one of these.
  const units = FUEL_UNITS.includes(fuelUnit) ? FUEL_UNITS : [fuelUnit, ...FUEL_UNITS]
  return (
    <div className={`wide ${styles.fuel}`}>
      <Typed
        label={t('Fuel')}
        isOptional
        error={form.problemsOf('fuel')[0]}
        name="fuel"
        inputMode="decimal"
        maxLength={10}
        autoComplete="off"
        value={fuel}
        onType={(amount) => form.set('fuel', amount)}
      />
      <Chosen
        label={t('Fuel in')}
        choices={units.map((one) => [one, one])}
        chosen={fuelUnit}
        onChoose={(chosen) => form.set('fuelUnit', chosen)}
      />
      <Checkbox checked={isPart} onChange={({ target }) => form.set('isPart', target.checked)}>
        {t('The tank was not filled up')}
      </Checkbox>
      <Checkbox checked={isMissed} onChange={({ target }) => form.set('isMissed', target.checked)}>
        {t('A fill-up before it is not in the log')}
      </Checkbox>
    </div>
  )
}
