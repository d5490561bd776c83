import type { KitRows } from './useKitRows.ts'

import { IconButton } from '../ui/controls/IconButton.tsx'
import { RefreshIcon } from '../ui/blocks/icons.tsx'
import { dayAndTime } from '../ui/text/time.ts'
import { useNow } from '../ui/browser/useNow.ts'
import styles from './Kits.module.css'
import { t } from '#shared/words/words.ts'

/** How old what the server said is, and a way to ask again. */
export function Refreshed({ server }: { server: KitRows['server'] }) {
  const now = useNow()
  if (server.at === 0) return null
  return (
    <div className={styles.refreshed}>
      <span className="muted small num">
        {t('Refreshed {time}', { time: dayAndTime(server.at, Math.max(now, server.at)) })}
      </span>
      <IconButton label={t('Refresh')} onClick={server.ask} disabled={server.status === 'asking'}>
        <RefreshIcon />
      </IconButton>
    </div>
  )
}
