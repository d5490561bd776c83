import { useState } from 'react'

import type { Json } from '#shared/cells/cells.ts'
import type { EntryVehicle } from './entryForm.ts'

import { isVehicle } from '#shared/kinds/kit.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CarIcon } from '../../ui/blocks/icons.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import { VehiclePicker } from '../../show/lazyPickers.ts'
import styles from '../log.module.css'

interface VehicleFieldProps {
  chosen: EntryVehicle
  /** Own vehicles, to pick from. */
  own: readonly EntryVehicle[]
  onChoose: (vehicle: EntryVehicle) => void
}

/** Vehicle of a job: an own one, or any. */
export function VehicleField({ chosen, own, onChoose }: VehicleFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const isReady = usePreloaded(VehiclePicker.preload, isOpen)
  const { vehicle, vin } = chosen
  // Typing a VIN does not deselect the chosen car.
  const pressed =
    vehicle && (own.find((one) => titleOf(one) === titleOf(chosen)) ?? own.find(isLike))
  const shown = pressed || !vehicle ? own : [{ vehicle, vin: '' }, ...own]

  function isLike(one: EntryVehicle) {
    return one.vehicle && vehicle && vehicleTitle(one.vehicle) === vehicleTitle(vehicle)
  }

  /** A second press deselects it. */
  function handlePress(one: EntryVehicle, isPressed: boolean) {
    if (!isPressed) onChoose(one)
    else onChoose({ vehicle: null, vin: vin === one.vin ? '' : vin })
  }

  function handleCells(cells: Record<string, Json>) {
    const next = cells['vehicle'] ?? null
    const nextVin = typeof cells['vin'] === 'string' ? cells['vin'] : vin
    onChoose({ vehicle: isVehicle(next) ? next : null, vin: nextVin })
  }

  return (
    <fieldset className={styles.choice}>
      <legend>{t('Vehicle')}</legend>
      <div className={`wrap ${styles.tiles}`}>
        {shown.map((one) => {
          const isPressed = vehicle !== null && (pressed ? one === pressed : one === shown[0])
          return (
            <Button
              key={titleOf(one)}
              variant={isPressed ? 'soft' : 'secondary'}
              aria-pressed={isPressed}
              onClick={() => handlePress(one, isPressed)}
            >
              {titleOf(one)}
            </Button>
          )
        })}
        <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <CarIcon />
          {shown.length > 0 ? t('Another vehicle') : t('Choose A Vehicle')}
        </Button>
      </div>
      {isReady && (
        <VehiclePicker
          isOpen={isOpen}
          vehicle={vehicle}
          storedVin={vin}
          onCells={handleCells}
          onClose={() => setOpen(false)}
        />
      )}
    </fieldset>
  )
}

/** The VIN distinguishes two cars of one model. */
export function titleOf({ vehicle, vin }: EntryVehicle): string {
  return [vehicle && vehicleTitle(vehicle), vin && t('VIN ends {end}', { end: vin.slice(-4) })]
    .filter(Boolean)
    .join(', ')
}
