import { type RemovedParts as Page, removedParts } from '#shared/catalogue/correction.ts'
import { t } from '#shared/words/words.ts'

import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import look from '../catalogue/Dashboard.module.css'
import { AdminSection } from '../desk/AdminSection.tsx'
import { usePages } from '../desk/usePages.ts'
import { useAction } from '../../forms/useAction.ts'
import { letIn, REMOVED } from './correctionsData.ts'

interface Kept {
  key: string
  name: string
  /** "Corvane LX 1006", or "Merchant". */
  what: string
  by: string
  at: number
  letIn: () => Promise<void>
}

const keptOf = ({ parts, merchants }: Page): Kept[] => [
  ...merchants.map(({ key, name, by, at }) => ({
    key: `merchant ${key}`,
    name,
    what: t('Merchant'),
    by,
    at,
    letIn: () => letIn({ merchant: key }),
  })),
  ...parts.map(({ partNumber, brand, name, by, at }) => ({
    key: `${brand} ${partNumber}`,
    name,
    what: `${brand} ${partNumber}`,
    by,
    at,
    letIn: () => letIn({ partNumber, brand }),
  })),
]

const removedWords = ({ by }: Kept, time: string) =>
  by ? t('Removed {time} by {by}', { time, by }) : t('Removed {time}', { time })

/** Removed parts, which no import brings back. */
export function RemovedParts() {
  const pages = usePages(REMOVED, removedParts, keptOf)
  const { run, isBusy, failure } = useAction(t('This could not be done. Please try again.'))
  const now = useNow()

  async function handleLetIn(kept: Kept) {
    const text = t('The next file that names it brings {name}.', { name: kept.name })
    if (await run(kept.letIn, { title: t('Let in again'), text })) pages.list.reload()
  }

  return (
    <AdminSection
      title={t('Removed, and kept out')}
      from={pages.list}
      loading={t('Loading what was removed...')}
      count={0}
      empty={{
        title: t('Nothing removed'),
        text: t('What you remove stands here, to be let in again.'),
      }}
      more={{ of: 'removedParts', pages, file: 'removed' }}
      failure={failure}
    >
      {(all) =>
        all.map((kept) => (
          <li key={kept.key} className={`${styles.item} ${look.aside}`}>
            <div className={styles.rowTitle}>{kept.name}</div>
            <div className="muted small">
              {kept.what}. {removedWords(kept, dayAndTime(kept.at, now))}
            </div>
            <div className={styles.itemActions}>
              <Button
                aria-disabled={isBusy}
                aria-label={t('Let in {name}', { name: kept.name })}
                onClick={() => void handleLetIn(kept)}
              >
                {t('Let in')}
              </Button>
            </div>
          </li>
        ))
      }
    </AdminSection>
  )
}
