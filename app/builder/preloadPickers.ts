import { TaskPicker, VehiclePicker } from '../show/lazyPickers.ts'

const WITHOUT_IDLE_MS = 2_000

/**
 * Reads the code of the pickers once nothing else is to be done, so that the first press opens one
 * at once. Only what is on the device already: on a first visit the link has better things to carry.
 */
export function preloadPickers(): void {
  // Absent on plain http, whatever the types say; and Safari has no idle time.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!workers?.controller) return
  const load = () => {
    const pickers = [VehiclePicker.preload(), TaskPicker.preload()]
    // Whoever presses says what does not come.
    void Promise.all(pickers).catch(() => undefined)
  }
  if (typeof requestIdleCallback === 'function') requestIdleCallback(load)
  else setTimeout(load, WITHOUT_IDLE_MS)
}
