import { useState } from 'react'

import { isCheckDigitRight, parseVin } from '#shared/vehicles/vin.ts'
import { t } from '#shared/words/words.ts'
import { useCamera } from '../../data/hardware/useCamera.ts'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleAlertIcon } from '../../ui/blocks/icons.tsx'
import styles from './vin.module.css'

/** A misread can look like a VIN; the same one several times is no accident. */
const TIMES_WITHOUT_CHECK_DIGIT = 3

/** Camera until it sees a VIN. Failures are shown, and typing stays possible. */
export function VinScanner({ onVin }: { onVin: (vin: string) => void }) {
  const [seen] = useState(() => new Map<string, number>())
  const find = (text: string) => {
    const vin = vinInText(text)
    if (vin === null) return null
    const times = (seen.get(vin) ?? 0) + 1
    seen.set(vin, times)
    return isCheckDigitRight(vin) || times >= TIMES_WITHOUT_CHECK_DIGIT ? vin : null
  }
  const { video, isSeeing, problem } = useCamera({ formats: VIN_FORMATS, find }, onVin)

  if (problem) {
    return (
      <EmptyState
        role="alert"
        mark={<CircleAlertIcon />}
        title={t('No picture from a camera')}
        text={`${problem} ${t('The VIN can be typed: go back with the arrow above.')}`}
      />
    )
  }
  return (
    <>
      <div className={styles.camera}>
        {/* Nothing is heard or said in it. */}
        <video ref={video} playsInline muted aria-label={t('Picture of the camera')} />
      </div>
      <p className="muted small" role="status">
        {isSeeing
          ? t(
              'Hold the barcode in the frame. It is on the sticker in the door frame of the driver, or behind the windshield.',
            )
          : t('Starting the camera...')}
      </p>
    </>
  )
}

/** Barcodes on door frames and windshields. */
const VIN_FORMATS = ['Code39', 'Code128', 'DataMatrix', 'QRCode'] as const

/**
 * VIN in a barcode's text: alone, behind the I that marks imports, or a field of a two-dimensional
 * code. One with a valid check digit is preferred; null for none.
 */
function vinInText(text: string): string | null {
  const found = [
    ...text.toUpperCase().matchAll(/(?<![A-HJ-NPR-Z0-9])[A-HJ-NPR-Z0-9]{17}(?![A-HJ-NPR-Z0-9])/g),
  ]
    .map(([vin]) => vin)
    .filter((vin) => 'vin' in parseVin(vin) && /\d/.test(vin))
  return found.find(isCheckDigitRight) ?? found[0] ?? null
}
