import { memo } from 'react'

import { loadable } from '../browser/loadable.tsx'
import { useToasts } from '../browser/toast.ts'
import { usePreloaded } from '../browser/usePreloaded.ts'

const Toast = loadable<object>(async () => (await import('./Toast.tsx')).Toast)
export const preloadToast = Toast.preload

/** Place of toasts. Rendered once; their code loads with the first one. */
export const ToastHost = memo(function ToastHost() {
  const hasShown = useToasts((state) => state.shown !== null)
  const isReady = usePreloaded(Toast.preload, hasShown, { isQuiet: true })
  return isReady && <Toast />
})
