import { useState } from 'react'

import type { Aside } from './PickerAside.tsx'
import type { Json } from '#shared/sync/cells.ts'
import type { VinCar } from '#shared/vehicles/decodeVin.ts'
import type { Vehicle } from '#shared/vehicles/vehicle.ts'

import { cleanText } from '#shared/kinds/define.ts'
import { MAKES, MORE_MAKES, parseYear } from '#shared/vehicles/makes.ts'
import { vehicleProblem, vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { track } from '../../telemetry/track.ts'
import { LazyModal } from '../../ui/LazyModal.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { usePreloaded } from '../../ui/usePreloaded.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { MakeStep } from './MakeStep.tsx'
import { ModelStep } from './ModelStep.tsx'
import { PickerFooter } from './PickerFooter.tsx'
import { PickerSteps } from './PickerSteps.tsx'
import { YearStep } from './YearStep.tsx'

const PickerAside = loadable(async () => (await import('./PickerAside.tsx')).PickerAside)

const STEPS = ['Year', 'Make', 'Model'] as const
const MAX_NAME = 60

/** What can stand in place of the three steps. */
const ASIDES: Record<Aside, string> = {
  vin: 'Check the Vehicle',
  scan: 'Scan the VIN',
  details: 'Vehicle Details',
}

interface VehiclePickerProps {
  isOpen: boolean
  vehicle: Vehicle | null
  /** The VIN that is stored with it, '' for none. */
  storedVin: string
  /** Takes cells of the kit: its vehicle, and the VIN where that changed. */
  onCells: (cells: Record<string, Json>) => void
  onClose: () => void
}

/** Year, make, model. Everything is on the device, and everything can be typed instead. */
export function VehiclePicker(props: VehiclePickerProps) {
  const { isOpen, vehicle, storedVin, onCells, onClose } = props
  const [step, setStep] = useState(0)
  const [aside, setAside] = useState<Aside | null>(null)
  const [year, setYear] = useState<number | null>(null)
  const [make, setMake] = useState<string | null>(null)
  const [vin, setVin] = useState('')
  /** What the VIN said of a car whose model is chosen by hand. */
  const [said, setSaid] = useState<VinCar | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const [hasStepped, setStepped] = useState(false)
  const isAsideReady = usePreloaded(PickerAside.preload, aside !== null)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen) {
      setStep(0)
      setAside(null)
      setStepped(false)
      setYear(vehicle?.year ?? null)
      setMake(vehicle?.make ?? null)
      setVin('')
      setSaid(null)
    }
  }

  function goTo(next: number) {
    setAside(null)
    setStep(next)
    setStepped(true)
  }
  function goAside(next: Aside) {
    setAside(next)
    setStepped(true)
  }
  function readVin(read: string) {
    setVin(read)
    setSaid(null)
    goAside('vin')
  }
  function chooseYear(chosen: number) {
    setYear(chosen)
    goTo(1)
  }
  function chooseMake(chosen: string) {
    setMake(chosen)
    goTo(2)
  }
  /** @param ofVin the VIN that said so; a choice without one forgets that of another car */
  function choose(chosen: Vehicle, ofVin = '') {
    const isSame = vehicle !== null && vehicleTitle(vehicle) === vehicleTitle(chosen)
    // The same again keeps its details.
    if (!isSame || ofVin !== '') {
      onCells({ vehicle: { ...chosen }, ...(ofVin !== storedVin && { vin: ofVin }) })
    }
    const { year: chosenYear, make: chosenMake, model } = chosen
    track({ name: 'vehicle_selected', year: chosenYear, make: chosenMake, model })
    onClose()
  }
  function chooseModel(text: string): string | null {
    const model = cleanText(text).trim()
    if (model === '') return 'Type the model, for example S4.'
    if (model.length > MAX_NAME)
      return `A model can have ${MAX_NAME} characters, this has ${model.length}.`
    const chosen = { year: year ?? 0, make: make ?? '', model }
    if (vehicleProblem(chosen)) return 'That cannot be the name of a model.'
    const isOfVin = said?.make === make && (said?.year === null || said?.year === year)
    choose(chosen, isOfVin ? vin : '')
    return null
  }
  function typeYear(text: string): string | null {
    const read = parseYear(text)
    if ('problem' in read) return read.problem
    chooseYear(read.year)
    return null
  }
  function typeMake(text: string): string | null {
    const typed = cleanText(text).trim()
    if (typed === '') return 'Type the make, for example Lancia.'
    if (typed.length > MAX_NAME)
      return `A make can have ${MAX_NAME} characters, this has ${typed.length}.`
    const known = [...MAKES, ...MORE_MAKES].find(
      (name) => name.toLowerCase() === typed.toLowerCase(),
    )
    const chosen = known ?? typed
    if (vehicleProblem({ year: 2000, make: chosen, model: 'x' })) {
      return 'That cannot be the name of a make.'
    }
    chooseMake(chosen)
    return null
  }
  function useCar(car: VinCar) {
    if (car.year !== null && car.model !== null) {
      const { year: carYear, make: carMake, model, details } = car
      choose({ year: carYear, make: carMake, model, ...details }, vin)
      return
    }
    setSaid(car)
    setMake(car.make)
    setYear(car.year)
    goTo(car.year === null ? 0 : 2)
  }

  const title = aside ? ASIDES[aside] : `Select ${STEPS[step] ?? 'Year'}`
  const handleBack = aside ? () => goTo(step) : () => goTo(step - 1)
  return (
    <LazyModal
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      size="tall"
      onBack={aside || step > 0 ? handleBack : undefined}
      step={!aside && <PickerSteps step={step} year={year} make={make} />}
      footer={
        !aside && (
          <PickerFooter
            step={step}
            vin={vin}
            onVinText={setVin}
            onVin={readVin}
            onScan={() => goAside('scan')}
            onYear={typeYear}
            onMake={typeMake}
            onModel={chooseModel}
          />
        )
      }
    >
      <div>
        {!aside && (
          <VisuallyHidden role="status">{`Step ${step + 1} of 3, ${title}`}</VisuallyHidden>
        )}
        {aside && isAsideReady && (
          <PickerAside
            aside={aside}
            vin={vin}
            storedVin={storedVin}
            vehicle={vehicle}
            onVin={readVin}
            onUse={useCar}
            onYear={() => goTo(0)}
            onVehicle={(changed) => onCells({ vehicle: { ...changed } })}
            onDone={onClose}
          />
        )}
        {!aside && step === 0 && (
          <YearStep
            year={year}
            vehicle={vehicle}
            // Later steps give the focus to their heading.
            takesFocus={!hasStepped}
            onChoose={chooseYear}
            onVehicle={(chosen) => choose(chosen)}
            onDetails={() => goAside('details')}
          />
        )}
        {!aside && step === 1 && <MakeStep make={make} onChoose={chooseMake} />}
        {!aside && step === 2 && year !== null && make !== null && (
          <ModelStep
            year={year}
            make={make}
            model={vehicle?.make === make && vehicle.year === year ? vehicle.model : null}
            onChoose={chooseModel}
          />
        )}
      </div>
    </LazyModal>
  )
}
