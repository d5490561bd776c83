// Import ToastHost.tsx instead: this file brings Radix along.
import { Toast as RadixToast } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'

import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { CloseIcon } from '../blocks/icons.tsx'
import { keepClear } from '../browser/keepClear.ts'
import { dismissToast, TOAST_MS, useToasts } from '../browser/toast.ts'
import styles from './Toast.module.css'
import { t } from '#shared/words/words.ts'

const SWIPE_PX = 50
const LOOK_EVERY_MS = 100

/** The toast region: F8 focuses it, a swipe to the right or Escape dismisses. */
export function Toast() {
  const shown = useToasts((state) => state.shown)
  const [before, setBefore] = useState(shown)
  const [round, setRound] = useState(0)
  if (shown !== before) {
    setBefore(shown)
    if (!shown) setRound(round + 1)
  }
  useEffect(() => {
    const isOver = shown?.isOver
    if (!isOver) return
    const look = () => isOver() && dismissToast(shown.id)
    // Also for input since the press, while this file was loading.
    look()
    addEventListener('input', look)
    return () => removeEventListener('input', look)
  }, [shown])
  const pausing = useSeconds(shown?.id)
  const viewport = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (shown && viewport.current) return keepClear(viewport.current)
  }, [shown])
  return (
    // New key after each toast: closing one under a pointer or with focus leaves Radix paused.
    <RadixToast.Provider key={round} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {shown && (
        <RadixToast.Root
          key={shown.id}
          className={styles.toast}
          {...pausing}
          duration={Infinity}
          type={shown.tone === 'error' ? 'foreground' : 'background'}
          onOpenChange={(isOpen) => !isOpen && dismissToast(shown.id)}
        >
          <div className="grow breaks">
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

/**
 * Dismisses a message after its seconds, without those in which the page was busy: a message about
 * five hundred pasted lines would be over before a slow phone has rendered them.
 * @returns pauses the clock while somebody is at the message
 */
function useSeconds(id: number | undefined) {
  const [isPaused, setPaused] = useState(false)
  if (id === undefined && isPaused) setPaused(false)
  const leftMs = useRef({ id, ms: TOAST_MS })
  useEffect(() => {
    if (leftMs.current.id !== id) leftMs.current = { id, ms: TOAST_MS }
    if (id === undefined || isPaused) return
    let last = performance.now()
    const timer = setInterval(() => {
      const took = performance.now() - last
      last += took
      if (took < 2 * LOOK_EVERY_MS) leftMs.current.ms -= took
      if (leftMs.current.ms <= 0) dismissToast(id)
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [id, isPaused])
  return { onPause: () => setPaused(true), onResume: () => setPaused(false) }
}
