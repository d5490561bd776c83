/** What a device without signal will want, and no first visit waits for. */
import { pause } from '../device/pause.ts'
import { useInstall } from './installOffer.ts'

/** After the start: what was opened has come by then, and what is typed first is sent. */
const QUIET_MS = 5_000
const IDLE_AT_LATEST_MS = 30_000

interface Connection {
  readonly saveData?: boolean
}

/**
 * Fetches what reads codes in pictures once nothing else is going on, so that an installed app has
 * it although nobody has scanned anything yet. Who saves data gets it with the app only. Never throws.
 */
export async function keepReaderWhenIdle(): Promise<void> {
  const { connection } = navigator as { connection?: Connection }
  if (connection?.saveData && !useInstall.getState().isDone) return
  await pause(QUIET_MS)
  await idle()
  if (!navigator.onLine) return
  // Where it fails, the next start tries again.
  const { keepReader } = await import('./readBarcodes.ts').catch(() => ({ keepReader: null }))
  await keepReader?.(['QRCode'])
}

/** Safari has no such callback: there the pause has to do. */
async function idle(): Promise<void> {
  if (!('requestIdleCallback' in globalThis)) return
  await new Promise((resolve) => {
    requestIdleCallback(resolve, { timeout: IDLE_AT_LATEST_MS })
  })
}
