import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import { t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { toast } from '../ui/browser/toast.ts'
import styles from './pass.module.css'

interface ArrivalProps {
  id: string
  title: ReactNode
  /** Preview of the content. */
  children: ReactNode
  /** Label of the button. */
  take: ReactNode
  canTake?: boolean
  onTake: () => Promise<void>
  onClose: () => void
}

/** Incoming content before it is stored: that takes a press, and failures are shown. */
export function Arrival(props: ArrivalProps) {
  const { id, title, children, take, canTake = true, onTake, onClose } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const [isStoring, setStoring] = useState(false)
  const isReady = canTake && !isStoring
  // Not the button: a key still down from the previous page would press it.
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
    <section className="card stack pad" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className="breaks">
        {title}
      </h2>
      {children}
      <div className={`wrap ${styles.buttons}`}>
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
