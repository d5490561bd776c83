import type { RemovedParts as Page } from '#shared/catalogue/correction.ts'
import { t } from '#shared/words/words.ts'

import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/layers/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../account.module.css'
import look from '../catalogue/Dashboard.module.css'
import { AdminSection } from '../desk/AdminSection.tsx'
import { MoreAndFile } from '../desk/MoreAndFile.tsx'
import { usePages } from '../desk/usePages.ts'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { letIn, readRemoved, removedFile } from './correctionsData.ts'

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

/** What was removed, and is kept out of the catalogue whatever files say. */
export function RemovedParts({ adminId }: { adminId: string }) {
  const pages = usePages(`desk-removed:${adminId}`, readRemoved, keptOf)
  const { run, isBusy, failure } = useAction(t('This could not be done. Please try again.'))
  const now = useNow()

  async function handleLetIn(kept: Kept) {
    if (!(await run(kept.letIn))) return
    toast({
      title: t('Let in again'),
      text: t('The next file that names it brings {name}.', { name: kept.name }),
    })
    pages.list.reload()
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
      after={
        <>
          <MoreAndFile
            of="removedParts"
            {...pages}
            file={pages.list.data?.length ? removedFile : null}
          />
          <FormResult text={failure} />
        </>
      }
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
