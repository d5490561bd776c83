import { useState } from 'react'

import type { Json } from '#shared/sync/cells.ts'
import type { EntryVehicle } from './entryForm.ts'

import { isVehicle } from '#shared/kinds/kit.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { CarIcon } from '../ui/blocks/icons.tsx'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { VehiclePicker } from '../show/lazyPickers.ts'
import styles from './log.module.css'

interface VehicleFieldProps {
  chosen: EntryVehicle
  /** One's own, to be taken with a press. */
  own: readonly EntryVehicle[]
  onChoose: (vehicle: EntryVehicle) => void
}

/** Which vehicle a job was done to: one of one's own, or any. */
export function VehicleField({ chosen, own, onChoose }: VehicleFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const isReady = usePreloaded(VehiclePicker.preload, isOpen)
  const { vehicle, vin } = chosen
  // A VIN that is being typed makes no other car of the one that was chosen.
  const pressed =
    vehicle && (own.find((one) => titleOf(one) === titleOf(chosen)) ?? own.find(isLike))
  const shown = pressed || !vehicle ? own : [{ vehicle, vin: '' }, ...own]

  function isLike(one: EntryVehicle) {
    return one.vehicle && vehicle && vehicleTitle(one.vehicle) === vehicleTitle(vehicle)
  }

  /** The same once more takes it back. */
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
      <div className={styles.tiles}>
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

/** A VIN tells two cars of one model apart. */
export function titleOf({ vehicle, vin }: EntryVehicle): string {
  return [vehicle && vehicleTitle(vehicle), vin && t('VIN ends {end}', { end: vin.slice(-4) })]
    .filter(Boolean)
    .join(', ')
}
