import type { VinCar } from '#shared/vehicles/decodeVin.ts'
import type { Vehicle } from '#shared/vehicles/vehicle.ts'

import { VehicleDetails } from './VehicleDetails.tsx'
import { VinScanner } from './VinScanner.tsx'
import { VinStep } from './VinStep.tsx'

export type Aside = 'vin' | 'scan' | 'details'

/** Replaces the steps: VIN, camera, or details. */
export function PickerAside(props: {
  aside: Aside
  vin: string
  storedVin: string
  vehicle: Vehicle | null
  onVin: (vin: string) => void
  onUse: (car: VinCar) => void
  onYear: () => void
  onVehicle: (vehicle: Vehicle) => void
  onDone: () => void
}) {
  const { aside, vin, storedVin, vehicle, onVin, onUse, onYear, onVehicle, onDone } = props
  if (aside === 'scan') return <VinScanner onVin={onVin} />
  if (aside === 'vin') return <VinStep vin={vin} onUse={onUse} onYear={onYear} />
  return (
    vehicle && (
      <VehicleDetails vehicle={vehicle} vin={storedVin} onChange={onVehicle} onDone={onDone} />
    )
  )
}
