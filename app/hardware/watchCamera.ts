/** The camera, looked through until something is found in its picture. */
import type { BarcodeFormat } from './readBarcodes.ts'

import { pause } from '../device/pause.ts'
import { createFrameReader } from './readBarcodes.ts'
import { t } from '#shared/words/words.ts'

const EVERY_MS = 200

/**
 * Shows the camera in `video` and reads barcodes until `find` has something; null when it was
 * stopped. Throws what the camera throws, see `cameraProblem`.
 */
export async function watchCamera<Found>(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  options: {
    formats: readonly BarcodeFormat[]
    onSeeing: () => void
    find: (text: string) => Found | null
  },
): Promise<Found | null> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  })
  try {
    if (signal.aborted || !video) return null
    video.srcObject = stream
    await video.play()
    const readFrame = await createFrameReader(options.formats)
    options.onSeeing()
    for (;;) {
      await pause(EVERY_MS)
      if (signal.aborted) return null
      for (const text of await readFrame(video)) {
        const found = options.find(text)
        if (found !== null) return found
      }
    }
  } finally {
    stream.getTracks().forEach((track) => track.stop())
  }
}

/** Why there is no picture, in a sentence for people. */
export function cameraProblem(error: unknown): string {
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
