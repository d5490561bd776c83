import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { findKitCode } from '#shared/text/kitCode.ts'
import { t } from '#shared/words/words.ts'
import { cameraProblem, watchCamera } from '../hardware/watchCamera.ts'
import styles from './pass.module.css'

/** The camera, until it has seen the code of a kit. What goes wrong is said. */
export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [said, setSaid] = useState(t('Starting the camera...'))
  const [problem, setProblem] = useState<string | null>(null)
  const found = useEffectEvent(onCode)
  useEffect(() => {
    const stop = new AbortController()
    watchCamera(video.current, stop.signal, {
      formats: ['QRCode'],
      onSeeing: () => setSaid(t('Hold the whole code in the frame.')),
      find: (text) => {
        const code = findKitCode(text)
        if (code === null) setSaid(t('This code holds no kit.'))
        return code
      },
    }).then(
      (code) => code !== null && found(code),
      (error: unknown) => {
        if (!stop.signal.aborted) setProblem(cameraProblem(error))
      },
    )
    return () => stop.abort()
  }, [])
  if (problem) {
    return (
      <p className={styles.bad} role="alert">
        {t('{problem} A picture of the code does it too: choose it as a file.', { problem })}
      </p>
    )
  }
  return (
    <>
      <div className={styles.camera}>
        <video ref={video} playsInline muted aria-label={t('Picture of the camera')} />
      </div>
      <p className="muted small" role="status">
        {said}
      </p>
    </>
  )
}
