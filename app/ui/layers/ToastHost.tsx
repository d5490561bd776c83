import { memo } from 'react'

import { loadable } from '../browser/loadable.tsx'
import { useToasts } from './toast.ts'
import { usePreloaded } from '../browser/usePreloaded.ts'

const Toast = loadable<object>(async () => (await import('./Toast.tsx')).Toast)
export const preloadToast = Toast.preload

/** Where messages appear. Stands once in the app; their code comes with the first message. */
export const ToastHost = memo(function ToastHost() {
  const hasShown = useToasts((state) => state.shown !== null)
  const isReady = usePreloaded(Toast.preload, hasShown, { isQuiet: true })
  return isReady && <Toast />
})
