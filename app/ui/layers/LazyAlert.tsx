import type { AlertProps } from './Alert.tsx'

import { loadable } from '../browser/loadable.tsx'
import { usePreloaded } from '../browser/usePreloaded.ts'

const Alert = loadable<AlertProps>(async () => (await import('./Alert.tsx')).Alert)

/** The question for everybody: its code comes with the first one that is asked. */
export function LazyAlert(props: AlertProps) {
  const isReady = usePreloaded(Alert.preload, props.isOpen)
  return isReady && <Alert {...props} />
}
