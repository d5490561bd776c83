// Import ToastHost.tsx instead: this file brings Radix along.
import { Toast as RadixToast } from 'radix-ui'
import { useEffect, useRef } from 'react'

import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { CloseIcon } from '../blocks/icons.tsx'
import { keepClear } from '../browser/keepClear.ts'
import { dismissToast, TOAST_MS, useToasts } from './toast.ts'
import styles from './Toast.module.css'
import { t } from '#shared/words/words.ts'

const SWIPE_PX = 50

/** The place of the message: F8 focuses it, a swipe to the right or Escape takes it away. */
export function Toast() {
  const shown = useToasts((state) => state.shown)
  useEffect(() => {
    const isOver = shown?.isOver
    if (!isOver) return
    const look = () => isOver() && dismissToast(shown.id)
    // Since the press, too, while this file was on its way.
    look()
    addEventListener('input', look)
    return () => removeEventListener('input', look)
  }, [shown])
  const viewport = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (shown && viewport.current) return keepClear(viewport.current)
  }, [shown])
  return (
    <RadixToast.Provider duration={TOAST_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {shown && (
        <RadixToast.Root
          key={shown.id}
          className={styles.toast}
          type={shown.tone === 'error' ? 'foreground' : 'background'}
          onOpenChange={(isOpen) => !isOpen && dismissToast(shown.id)}
        >
          <div className={styles.words}>
            <RadixToast.Title className={styles.title}>{shown.title}</RadixToast.Title>
            {shown.text && (
              <RadixToast.Description className={styles.text}>{shown.text}</RadixToast.Description>
            )}
          </div>
          {shown.action && (
            <RadixToast.Action asChild altText={`${shown.action.label} (F8)`}>
              <Button variant="ghost" className={styles.action} onClick={shown.action.onPress}>
                {shown.action.label}
              </Button>
            </RadixToast.Action>
          )}
          <RadixToast.Close asChild>
            <IconButton label={t('Dismiss')}>
              <CloseIcon />
            </IconButton>
          </RadixToast.Close>
        </RadixToast.Root>
      )}
      <RadixToast.Viewport ref={viewport} className={styles.viewport} hotkey={['F8']} />
    </RadixToast.Provider>
  )
}
