/** Prefetches for offline use that no first visit waits for. */
import { delay } from '../device/delay.ts'
import { useInstall } from './installOffer.ts'

/** Grace period after start: the screen has loaded and first edits are sent. */
const QUIET_MS = 5_000
const IDLE_AT_LATEST_MS = 30_000

interface Connection {
  readonly saveData?: boolean
}

/**
 * Fetches the barcode reader once idle, so an installed app can scan offline the first time. With
 * data saver on, only the installed app does. Never throws.
 */
export async function keepReaderWhenIdle(): Promise<void> {
  const { connection } = navigator as { connection?: Connection }
  if (connection?.saveData && !useInstall.getState().isDone) return
  await delay(QUIET_MS)
  await idle()
  if (!navigator.onLine) return
  // If it fails, the next start retries.
  const { keepReader } = await import('./readBarcodes.ts').catch(() => ({ keepReader: null }))
  await keepReader?.(['QRCode'])
}

/** Safari has no requestIdleCallback: there QUIET_MS has to do. */
async function idle(): Promise<void> {
  if (!('requestIdleCallback' in globalThis)) return
  await new Promise((resolve) => {
    requestIdleCallback(resolve, { timeout: IDLE_AT_LATEST_MS })
  })
}
