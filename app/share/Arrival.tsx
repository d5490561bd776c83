import type { ReactNode } from 'react'

import { useLayoutEffect, useRef, useState } from 'react'

import { t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { toast } from '../ui/layers/toast.ts'
import styles from './pass.module.css'

interface ArrivalProps {
  id: string
  title: ReactNode
  /** What of it there is to know before. */
  children: ReactNode
  /** The button's words. */
  take: ReactNode
  canTake?: boolean
  onTake: () => Promise<void>
  onClose: () => void
}

/** What came in, before anything of it is kept: that takes a press, and says where it failed. */
export function Arrival(props: ArrivalProps) {
  const { id, title, children, take, canTake = true, onTake, onClose } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const [isStoring, setStoring] = useState(false)
  const isReady = canTake && !isStoring
  // In place of what had the focus. Not the button: a key that was down on the page before would press it.
  useLayoutEffect(() => heading.current?.focus(), [])

  async function handleTake() {
    if (!isReady) return
    setStoring(true)
    try {
      await onTake()
    } catch {
      setStoring(false)
      toast({
        title: t('This device could not store it'),
        text: t('Nothing was kept.'),
        tone: 'error',
      })
    }
  }

  return (
    <section className={`card ${styles.card}`} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.found}>
        {title}
      </h2>
      {children}
      <div className={styles.buttons}>
        <Button
          variant="primary"
          className={styles.named}
          aria-disabled={!isReady}
          aria-describedby={id}
          onClick={() => void handleTake()}
        >
          <span>{take}</span>
        </Button>
        <Button onClick={onClose}>{t('Not now')}</Button>
      </div>
    </section>
  )
}
