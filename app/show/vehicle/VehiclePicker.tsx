import { useRef, useState } from 'react'

import type { Aside } from './PickerAside.tsx'
import type { FoundVehicle } from '#shared/vehicles/findVehicles.ts'
import type { Json } from '#shared/cells/cells.ts'
import type { VinCar } from '#shared/vehicles/decodeVin.ts'

import { parseYear } from '#shared/vehicles/makes.ts'
import { type Vehicle, vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import { track } from '../../data/telemetry/track.ts'
import { LazyModal } from '../../ui/layers/LazyModal.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { MakeStep, PickerSteps } from './MakeStep.tsx'
import { ModelStep } from './ModelStep.tsx'
import { PickerFooter } from './PickerFooter.tsx'
import { readMake, readModel } from './typedNames.ts'
import { VehicleSearch } from './VehicleSearch.tsx'
import { YearStep } from './YearStep.tsx'

const PickerAside = loadable(async () => (await import('./PickerAside.tsx')).PickerAside)

const SELECT_YEAR = later('Select Year')
const STEPS = [SELECT_YEAR, later('Select Make'), later('Select Model')]

/** Titles of what replaces the three steps. */
const ASIDES: Record<Aside, Later> = {
  vin: later('Check the Vehicle'),
  scan: later('Scan the VIN'),
  details: later('Vehicle Details'),
}

/** A typed vehicle whose year is still to be chosen. */
interface Wanted {
  make: string | null
  /** '' for none. */
  model: string
  /** Model years; null for unknown. */
  years: readonly number[] | null
}

const nameOf = ({ make, model }: Wanted) => [make, model].filter(Boolean).join(' ')

interface VehiclePickerProps {
  isOpen: boolean
  vehicle: Vehicle | null
  /** VIN stored with it, '' for none. */
  storedVin: string
  /** Gets the changed cells: vehicle, and VIN if that changed. */
  onCells: (cells: Record<string, Json>) => void
  onClose: () => void
}

/** Picks a vehicle by typing, or year, make, model. Works offline; unlisted ones can be typed. */
export function VehiclePicker(props: VehiclePickerProps) {
  const { isOpen, vehicle, storedVin, onCells, onClose } = props
  const [step, setStep] = useState(0)
  const [aside, setAside] = useState<Aside | null>(null)
  const [year, setYear] = useState<number | null>(null)
  const [make, setMake] = useState<string | null>(null)
  const [vin, setVin] = useState('')
  /** VIN data of a car whose model is chosen by hand. */
  const [said, setSaid] = useState<VinCar | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const [hasStepped, setStepped] = useState(false)
  const [query, setQuery] = useState('')
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const search = useRef<HTMLInputElement>(null)
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
      setQuery('')
      setWanted(null)
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
    // Without typed text the make is next.
    if (!wanted || wanted.make === null) goTo(1)
    else goOn({ ...wanted, year: chosen, make: wanted.make })
  }
  /** Goes to the model step, or finishes if a list has the typed model for the year. */
  function goOn({
    year: ofYear,
    make: ofMake,
    model,
    years,
  }: Wanted & { year: number; make: string }) {
    if (years?.includes(ofYear)) {
      choose({ year: ofYear, make: ofMake, model })
      return
    }
    setMake(ofMake)
    goTo(2)
  }
  function chooseMake(chosen: string) {
    setMake(chosen)
    goTo(2)
  }
  /** @param ofVin VIN of the choice; a choice without one clears another car's */
  function choose(chosen: Vehicle, ofVin = '') {
    const isSame = vehicle !== null && vehicleTitle(vehicle) === vehicleTitle(chosen)
    // The same vehicle keeps its details.
    if (!isSame || ofVin !== '') {
      onCells({ vehicle: { ...chosen }, ...(ofVin !== storedVin && { vin: ofVin }) })
    }
    const { year: chosenYear, make: chosenMake, model } = chosen
    track({ name: 'vehicle_selected', year: chosenYear, make: chosenMake, model })
    onClose()
  }
  function take(found: FoundVehicle) {
    if (found.kind === 'own') return choose(found.vehicle)
    if (found.kind === 'vin') return readVin(found.vin)
    if (found.kind === 'year') return chooseYear(found.year)
    const { make: ofMake } = found
    if (found.kind === 'vehicle' || found.kind === 'typed') {
      return choose({ year: found.year, make: found.make, model: found.model })
    }
    const model = found.kind === 'make' ? '' : found.model
    const years = found.kind === 'model' ? found.years : null
    const ofYear = found.kind === 'model' ? null : found.year
    setWanted({ make: ofMake, model, years })
    setYear(ofYear)
    setMake(ofMake)
    if (ofYear === null) setStepped(true)
    else goTo(ofMake === null ? 1 : 2)
  }
  function chooseModel(text: string): string | null {
    const read = readModel(text)
    if ('problem' in read) return read.problem
    const isOfVin = said?.make === make && (said?.year === null || said?.year === year)
    choose({ year: year ?? 0, make: make ?? '', model: read.model }, isOfVin ? vin : '')
    return null
  }
  function typeYear(text: string): string | null {
    const read = parseYear(text)
    if ('problem' in read) return read.problem
    chooseYear(read.year)
    return null
  }
  function typeMake(text: string): string | null {
    const read = readMake(text)
    if ('problem' in read) return read.problem
    chooseMake(read.make)
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

  const title = say(aside ? ASIDES[aside] : (STEPS[step] ?? SELECT_YEAR))
  const isSearched = !aside && step === 0 && wanted === null
  const isTyped = isSearched && query.trim() !== ''
  function handleBack() {
    if (aside) goTo(step)
    // Back to the typed text, from wherever that led.
    else if (wanted) {
      setWanted(null)
      goTo(0)
    } else goTo(step - 1)
  }
  return (
    <LazyModal
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      size="tall"
      onBack={aside || step > 0 || wanted ? handleBack : undefined}
      step={!aside && <PickerSteps step={step} year={year} make={make} />}
      footer={
        !aside && (
          <PickerFooter
            step={step}
            model={wanted?.model ?? ''}
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
      isFooterHidden={isTyped}
      // Typing works from the tiles too.
      typesInto={isSearched ? search : undefined}
    >
      <div>
        {!aside && (
          <VisuallyHidden role="status">
            {t('Step {step} of 3, {title}', { step: step + 1, title })}
          </VisuallyHidden>
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
        {isSearched && (
          <VehicleSearch text={query} input={search} onText={setQuery} onTake={take} />
        )}
        {!aside && step === 0 && !isTyped && (
          <YearStep
            year={year}
            vehicle={vehicle}
            // Later steps focus their heading.
            takesFocus={!hasStepped || wanted !== null}
            wanted={wanted && { title: nameOf(wanted), years: wanted.years }}
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
