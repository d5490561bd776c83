import type { AlertProps } from './Alert.tsx'

import { loadable } from '../browser/loadable.tsx'
import { usePreloaded } from '../browser/usePreloaded.ts'

const Alert = loadable<AlertProps>(async () => (await import('./Alert.tsx')).Alert)

/** Alert whose code loads with the first question. */
export function LazyAlert(props: AlertProps) {
  const isReady = usePreloaded(Alert.preload, props.isOpen)
  return isReady && <Alert {...props} />
}
