import { useState } from 'react'

import { parseVin } from '#shared/vehicles/vin.ts'
import { t } from '#shared/words/words.ts'
import { loadMakes, readVin } from '../../hardware/vehicleData.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { ScanIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import styles from './pickers.module.css'

/** Longer than a VIN, so that one character too many is seen and said. */
const MAX_TYPED = 40

/** A VIN to type or to scan. Empty, its button is the camera's, where there may be one. */
export function VinField(props: {
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
              maxLength={MAX_TYPED}
              placeholder={t('17 characters')}
              value={text}
              // So that what reads it is there when Enter is pressed.
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

/** Fetches the code that reads VINs and, for a whole one, what is known of its make. */
function warmUp(text: string): void {
  const read = parseVin(text)
  const work = [import('./PickerAside.tsx'), 'vin' in read ? readVin(read.vin) : loadMakes()]
  // Whoever presses says what does not come.
  void Promise.all(work).catch(() => undefined)
}
