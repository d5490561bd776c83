import { useState } from 'react'

import { Button } from '../../ui/controls/Button.tsx'
import { RefreshIcon } from '../../ui/blocks/icons.tsx'
import styles from './UpdatePrompt.module.css'
import { restart, useUpdate } from '../start/registerWorker.ts'
import { t } from '#shared/words/words.ts'

/** Offers a new version. Never automatic: a field may hold half a sentence. */
export function UpdatePrompt() {
  const waiting = useUpdate((state) => state.waiting)
  const [declined, setDeclined] = useState<ServiceWorker | null>(null)
  const [isRestarting, setRestarting] = useState(false)
  if (!waiting || waiting === declined) return null

  function handleRestart() {
    setRestarting(true)
    void restart()
  }

  return (
    <section className={`card row wrap ${styles.update}`} aria-label={t('Update')} data-keep-clear>
      <RefreshIcon />
      <output>
        <b>{t('Update ready.')}</b>
        <span className="muted small">{t('Your work is saved. Restarting takes a second.')}</span>
      </output>
      <div className={styles.actions}>
        <Button variant="ghost" onClick={() => setDeclined(waiting)}>
          {t('Later')}
        </Button>
        <Button variant="primary" aria-disabled={isRestarting} onClick={handleRestart}>
          {isRestarting ? t('Restarting...') : t('Restart')}
        </Button>
      </div>
    </section>
  )
}
