import type { ServerData } from './useServerData.ts'

import { useSync } from '../data/device/syncState.ts'
import { Button } from '../ui/controls/Button.tsx'
import { dayAndTime } from '../ui/text/time.ts'
import { useNow } from '../ui/browser/useNow.ts'
import styles from './forms.module.css'
import { T } from '../ui/words/T.tsx'

/** Says that shown data could not be refreshed. Offline the screen says so itself. */
export function StaleNote({
  from: { at, error, reload },
}: {
  from: Pick<ServerData<unknown>, 'at' | 'error' | 'reload'>
}) {
  const now = useNow()
  const isOnline = useSync((sync) => sync.isOnline)
  const isStale = at !== null && error !== null && isOnline
  return (
    <div className={styles.note} role="status">
      {isStale && (
        <p className={styles.waiting}>
          <T
            text="The server did not answer as it should. This was known {time}. <button>Try again</button>"
            time={dayAndTime(at, now)}
            button={(text) => (
              <Button size="s" onClick={reload}>
                {text}
              </Button>
            )}
          />
        </p>
      )}
    </div>
  )
}
