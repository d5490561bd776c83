/** Camera that scans until it finds a code. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { delay } from '../device/delay.ts'
import { type BarcodeFormat, createFrameReader } from './readBarcodes.ts'
import { t } from '#shared/words/words.ts'

const EVERY_MS = 200

/** Codes to look for. */
interface Search {
  formats: readonly BarcodeFormat[]
  find: (text: string) => string | null
}

/** Shows the camera in `video` until a barcode is found. `problem` is a sentence for people. */
export function useCamera({ formats, find }: Search, onFound: (found: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [isSeeing, setSeeing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const tell = useEffectEvent(onFound)
  const search = useEffectEvent(find)
  useEffect(() => {
    const stop = new AbortController()
    const options = { formats, find: (text: string) => search(text) }
    watch(video.current, stop.signal, options, () => setSeeing(true)).then(
      (found) => found !== null && tell(found),
      (error: unknown) => {
        if (!stop.signal.aborted) setProblem(cameraProblem(error))
      },
    )
    return () => stop.abort()
  }, [formats])
  return { video, isSeeing, problem }
}

/** @returns null when stopped. Throws what the camera throws. */
async function watch(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  { formats, find }: Search,
  onSeeing: () => void,
): Promise<string | null> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  })
  try {
    if (signal.aborted || !video) return null
    video.srcObject = stream
    await video.play()
    const readFrame = await createFrameReader(formats)
    onSeeing()
    for (;;) {
      await delay(EVERY_MS)
      if (signal.aborted) return null
      for (const text of await readFrame(video)) {
        const found = find(text)
        if (found !== null) return found
      }
    }
  } finally {
    stream.getTracks().forEach((track) => track.stop())
  }
}

/** Why there is no picture, in a sentence for people. */
function cameraProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError') {
    return t('Wrenchlist may not use the camera. It can be allowed in the settings of the browser.')
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') {
    return t('This device has no camera.')
  }
  if (name === 'NotReadableError' || name === 'AbortError') {
    return t('The camera is in use by something else.')
  }
  return t('What reads barcodes could not be loaded. Please check your connection.')
}
