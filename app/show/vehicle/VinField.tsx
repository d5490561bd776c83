import { useState } from 'react'

import { parseVin } from '#shared/vehicles/vin.ts'
import { t } from '#shared/words/words.ts'
import { loadMakes, readVin } from '../../data/hardware/vehicleData.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { ScanIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import styles from './pickers.module.css'

/** Above a VIN's length, so that an extra character shows and gets a message. */
const MAX_TYPED = 40

/** VIN to type or scan. While empty its button opens the camera, if there may be one. */
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
