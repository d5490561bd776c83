import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { isCheckDigitRight } from '#shared/vehicles/vin.ts'
import { t } from '#shared/words/words.ts'
import { cameraProblem, watchCamera } from '../../hardware/watchCamera.ts'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleAlertIcon } from '../../ui/blocks/icons.tsx'
import { VIN_FORMATS, vinInText } from './scanVin.ts'
import styles from './vin.module.css'

/** A misread character can look like a VIN; the same twice is not by chance. */
const TIMES_WITHOUT_CHECK_DIGIT = 3

/** The camera, until it has seen a VIN. What goes wrong is said, and typing stays possible. */
export function VinScanner({ onVin }: { onVin: (vin: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSeeing, setSeeing] = useState(false)
  const found = useEffectEvent(onVin)
  useEffect(() => {
    const stop = new AbortController()
    scan(video.current, stop.signal, () => setSeeing(true)).then(
      (vin) => vin !== null && found(vin),
      (error: unknown) => {
        if (!stop.signal.aborted) setProblem(cameraProblem(error))
      },
    )
    return () => stop.abort()
  }, [])

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

/** Looks until there is a VIN; null when it was stopped. Throws what the camera throws. */
async function scan(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  onSeeing: () => void,
): Promise<string | null> {
  const seen = new Map<string, number>()
  return watchCamera(video, signal, {
    formats: VIN_FORMATS,
    onSeeing,
    find: (text) => {
      const vin = vinInText(text)
      if (vin === null) return null
      const times = (seen.get(vin) ?? 0) + 1
      seen.set(vin, times)
      return isCheckDigitRight(vin) || times >= TIMES_WITHOUT_CHECK_DIGIT ? vin : null
    },
  })
}
