import { useState } from 'react'

import type { Vehicle } from '#shared/vehicle.ts'

import { cleanText } from '#shared/define.ts'
import { MAKES, MORE_MAKES, parseYear } from '#shared/makes.ts'
import { vehicleProblem } from '#shared/vehicle.ts'
import { LazyModal } from '../ui/LazyModal.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { MakeStep } from './MakeStep.tsx'
import { ModelStep } from './ModelStep.tsx'
import { PickerSteps } from './PickerSteps.tsx'
import styles from './pickers.module.css'
import { TypedChoice } from './TypedChoice.tsx'
import { YearStep } from './YearStep.tsx'

const STEPS = ['Year', 'Make', 'Model'] as const
const MAX_TYPED = 60

interface VehiclePickerProps {
  isOpen: boolean
  vehicle: Vehicle | null
  onChoose: (vehicle: Vehicle) => void
  onClose: () => void
}

/** Year, make, model. Everything is on the device, and everything can be typed instead. */
export function VehiclePicker({ isOpen, vehicle, onChoose, onClose }: VehiclePickerProps) {
  const [step, setStep] = useState(0)
  const [year, setYear] = useState<number | null>(null)
  const [make, setMake] = useState<string | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const [hasStepped, setStepped] = useState(false)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen) {
      setStep(0)
      setStepped(false)
      setYear(vehicle?.year ?? null)
      setMake(vehicle?.make ?? null)
    }
  }

  function goTo(next: number) {
    setStep(next)
    setStepped(true)
  }
  function chooseYear(chosen: number) {
    setYear(chosen)
    goTo(1)
  }
  function chooseMake(chosen: string) {
    setMake(chosen)
    goTo(2)
  }
  function chooseModel(text: string): string | null {
    const model = cleanText(text).trim()
    if (model === '') return 'Type the model, for example S4.'
    const chosen = { year: year ?? 0, make: make ?? '', model }
    if (vehicleProblem(chosen)) return 'That cannot be the name of a model.'
    onChoose(chosen)
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
    const known = [...MAKES, ...MORE_MAKES].find(
      (name) => name.toLowerCase() === typed.toLowerCase(),
    )
    chooseMake(known ?? typed)
    return null
  }

  const title = `Select ${STEPS[step] ?? 'Year'}`
  return (
    <LazyModal
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      onBack={step > 0 ? () => goTo(step - 1) : undefined}
      step={<PickerSteps step={step} year={year} make={make} />}
      footer={
        <>
          {step === 0 && (
            <div className={styles.yearField}>
              <TypedChoice
                key="year"
                label="Other year"
                inputMode="numeric"
                maxLength={8}
                placeholder="1968"
                onUse={typeYear}
              />
            </div>
          )}
          {step === 1 && (
            <TypedChoice
              key="make"
              label="Other make"
              maxLength={MAX_TYPED}
              placeholder="Lancia"
              onUse={typeMake}
            />
          )}
          {step === 2 && (
            <TypedChoice
              key="model"
              label="Type the model"
              maxLength={MAX_TYPED}
              placeholder="S4 Avant"
              onUse={chooseModel}
            />
          )}
        </>
      }
    >
      <div>
        <VisuallyHidden role="status">{`Step ${step + 1} of 3, ${title}`}</VisuallyHidden>
        {step === 0 && (
          <YearStep
            year={year}
            // Later steps give the focus to their heading.
            takesFocus={!hasStepped}
            onChoose={chooseYear}
            onVehicle={onChoose}
          />
        )}
        {step === 1 && <MakeStep make={make} onChoose={chooseMake} />}
        {step === 2 && year !== null && make !== null && (
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
