import type { KitRows } from './useKitRows.ts'

import { useSync } from '../device/syncState.ts'
import { Button } from '../ui/controls/Button.tsx'
import { useLookingAgain } from '../ui/browser/useLookingAgain.ts'
import styles from './Kits.module.css'
import { t } from '#shared/words/words.ts'

/** Below the list: what the server still has, or why it says nothing. */
export function ListEnd({
  server,
  isSearch,
  isMineOnly,
}: {
  server: KitRows['server']
  isSearch: boolean
  isMineOnly: boolean
}) {
  const isOffline = useSync((state) => !state.isOnline)
  const { status, hasMore, mayAskByItself, ask, askMore } = server
  useLookingAgain(status === 'failed' ? ask : undefined)
  // One's own kits come with every sync, whatever this answer would have said.
  if (status === 'failed' && isMineOnly) return null
  if (status === 'failed')
    return (
      <div className={styles.end}>
        <p className="muted small" role="status">
          {isOffline ? t('No signal.') : t('The server does not answer.')}{' '}
          {isSearch ? t('Only what this device knows was searched.') : t('There may be more kits.')}
        </p>
        <Button onClick={hasMore ? askMore : ask}>{t('Try again')}</Button>
      </div>
    )
  if (status === 'asking')
    return (
      <div className={styles.end}>
        <output className="muted small">
          {isSearch ? t('Searching...') : t('Loading kits...')}
        </output>
      </div>
    )
  if (!hasMore || mayAskByItself) return null
  return (
    <div className={styles.end}>
      <Button onClick={askMore}>{t('Show more')}</Button>
    </div>
  )
}
