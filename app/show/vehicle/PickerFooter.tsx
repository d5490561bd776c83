import { type ComponentProps, useState } from 'react'

import styles from './pickers.module.css'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { classes } from '../../ui/look/classes.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { ArrowRightIcon, ScanIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { parseVin } from '#shared/vehicles/vin.ts'
import { loadMakes, readVin } from '../../data/hardware/vehicleData.ts'

/** Above any stored name: too long a text gets a message instead of a cut. */
const MAX_TYPED = 400

/** Below each step: free text for what is not among the tiles. */
export function PickerFooter(props: {
  step: number
  /** Model typed before its step. */
  model: string
  vin: string
  onVinText: (text: string) => void
  onVin: (vin: string) => void
  onScan: () => void
  onYear: (text: string) => string | null
  onMake: (text: string) => string | null
  onModel: (text: string) => string | null
}) {
  const { step, model, vin, onVinText, onVin, onScan, onYear, onMake, onModel } = props
  if (step === 0) {
    return (
      <div className={styles.other} data-has-vin={vin !== ''}>
        <TypedChoice
          key="year"
          label={t('Other year')}
          use={t('Use, other year')}
          inputMode="numeric"
          maxLength={8}
          placeholder="1968"
          onUse={onYear}
          isPlain
        />
        <VinField text={vin} onText={onVinText} onVin={onVin} onScan={onScan} />
      </div>
    )
  }
  return step === 1 ? (
    <TypedChoice
      key="make"
      label={t('Other make')}
      use={t('Use, other make')}
      maxLength={MAX_TYPED}
      placeholder="Lancia"
      onUse={onMake}
    />
  ) : (
    <TypedChoice
      key="model"
      label={t('Type the model')}
      use={t('Use, type the model')}
      maxLength={MAX_TYPED}
      placeholder="S4 Avant"
      initial={model}
      onUse={onModel}
    />
  )
}

interface TypedChoiceProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string
  /** Label of the button. */
  use: string
  /** Narrow: an arrow button that appears with the first letter. */
  isPlain?: boolean
  /** Text typed before. */
  initial?: string
  /** Takes the text. @returns a problem, null if done */
  onUse: (text: string) => string | null
}

/** Free text, for what is not among the tiles. */
function TypedChoice({ label, use, isPlain, initial = '', onUse, ...input }: TypedChoiceProps) {
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setProblem(onUse(text))
      }}
    >
      <Field label={label} error={problem && <span role="alert">{problem}</span>}>
        {(control) => (
          <span className={classes(styles.typed, isPlain && styles.plain)}>
            <Input
              {...input}
              {...control}
              autoComplete="off"
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setProblem(null)
              }}
            />
            {(!isPlain || text !== '') && (
              <Button type="submit" variant="soft" aria-label={use}>
                {isPlain ? <ArrowRightIcon /> : t('Use')}
              </Button>
            )}
          </span>
        )}
      </Field>
    </form>
  )
}

/** Above a VIN's length, so that an extra character shows and gets a message. */
const MAX_VIN_TYPED = 40

/** VIN to type or scan. While empty its button opens the camera, if there may be one. */
function VinField(props: {
  text: string
  onText: (text: string) => void
  onVin: (vin: string) => void
  onScan: () => void
}) {
  const { text, onText, onVin, onScan } = props
  const [problem, setProblem] = useState<string | null>(null)
  // Absent on plain http, whatever the types say.
  const cameras: MediaDevices | undefined = navigator.mediaDevices
  const canScan = text.trim() === '' && cameras !== undefined
  return (
    <form
      className={styles.vin}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const read = parseVin(text)
        if ('vin' in read) onVin(read.vin)
        else setProblem(read.problem)
      }}
    >
      <Field label={t('VIN')} error={problem && <span role="alert">{problem}</span>}>
        {(control) => (
          <span className={styles.typed}>
            <Input
              {...control}
              className="mono"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={MAX_VIN_TYPED}
              placeholder={t('17 characters')}
              value={text}
              // Preloads the reader, so that Enter finds it.
              onFocus={() => warmUp('')}
              onChange={(event) => {
                onText(event.target.value)
                setProblem(null)
                warmUp(event.target.value)
              }}
            />
            {canScan ? (
              <Button
                variant="soft"
                className={styles.scan}
                aria-label={t('Scan the VIN')}
                onClick={onScan}
              >
                <ScanIcon />
                <span>{t('Scan')}</span>
              </Button>
            ) : (
              <Button type="submit" variant="soft" aria-label={t('Use, VIN')}>
                {t('Use')}
              </Button>
            )}
          </span>
        )}
      </Field>
    </form>
  )
}

/** Preloads the VIN reader and, for a complete VIN, its make's data. */
function warmUp(text: string): void {
  const read = parseVin(text)
  const work = [import('./PickerAside.tsx'), 'vin' in read ? readVin(read.vin) : loadMakes()]
  // The press reports a failed load.
  void Promise.all(work).catch(() => undefined)
}
