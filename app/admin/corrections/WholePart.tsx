import { type ListedPart, listedParts } from '#shared/catalogue/correction.ts'

import { useCallback, useState } from 'react'

import { MAX_SEARCH } from '#shared/catalogue/partSearch.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from '../../forms/forms.module.css'
import look from '../catalogue/Dashboard.module.css'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { AdminSection } from '../desk/AdminSection.tsx'
import { DeskSearch } from '../desk/DeskSearch.tsx'
import { useServerData } from '../../forms/useServerData.ts'
import { partsPath, type Pieces, readParts, valueOf } from './correctionsData.ts'

/** Hides, merges or removes the part. */
export function WholePart({ part, isBusy, failure, onEdit }: Pieces & { failure: string }) {
  const [isMerging, setMerging] = useState(false)
  const [asked, setAsked] = useState<ListedPart | 'remove' | null>(null)
  const name = valueOf(part, 'name')
  const into = typeof asked === 'object' ? asked : null

  async function handleConfirm() {
    const isDone = into
      ? await onEdit({ action: 'merge', into: into.id }, t('Parts merged'))
      : await onEdit({ action: 'remove' }, t('Part removed'))
    if (isDone) setAsked(null)
  }

  return (
    <section>
      <h2 className={styles.mainTitle}>{t('The part as a whole')}</h2>
      <div className={look.buttons}>
        <Button
          aria-disabled={isBusy}
          onClick={() =>
            void onEdit(
              { action: part.isHidden ? 'show' : 'hide' },
              part.isHidden ? t('Part shown again') : t('Part hidden'),
            )
          }
        >
          {part.isHidden ? t('Show it again') : t('Hide it from shoppers')}
        </Button>
        <Button aria-expanded={isMerging} onClick={() => setMerging(!isMerging)}>
          {t('Merge into another')}
        </Button>
        <Button variant="danger" onClick={() => setAsked('remove')}>
          {t('Remove it')}
        </Button>
      </div>
      {isMerging && (
        <div className={styles.more}>
          <OtherParts notId={part.id} onChoose={setAsked} />
        </div>
      )}
      <AdminConfirm
        isOpen={asked !== null}
        title={into ? t('Merge into {name}?', { name: into.name }) : t('Remove {name}?', { name })}
        failure={failure}
        isBusy={isBusy}
        words={
          into
            ? { idle: t('Merge them'), busy: t('Merging...') }
            : { idle: t('Remove the part'), busy: t('Removing...') }
        }
        onConfirm={() => void handleConfirm()}
        onCancel={() => setAsked(null)}
      >
        {into ? (
          <p>
            {t(
              'Its offers, cars and numbers go to {brand} {partNumber}, and its own number leads there. What was corrected of its name is lost.',
              { brand: into.brand, partNumber: into.partNumber },
            )}
          </p>
        ) : (
          <p>
            {t(
              'Its offers and their past prices are deleted for good. No file brings it back, until you let it in again on the catalogue’s page.',
            )}
          </p>
        )}
      </AdminConfirm>
    </section>
  )
}

function OtherParts({ notId, onChoose }: { notId: string; onChoose: (part: ListedPart) => void }) {
  const [q, setQ] = useState('')
  const read = useCallback(() => readParts(listedParts, partsPath({ q, state: 'all' })), [q])
  const found = useServerData(`merge:${q}`, read)
  const from = { ...found, data: found.data?.parts.filter(({ id }) => id !== notId) }
  return (
    <div className={styles.form}>
      <DeskSearch
        name={t('The part that remains')}
        label={t('Find the part that remains')}
        placeholder={t('Words, brand or number')}
        maxLength={MAX_SEARCH}
        onSearch={setQ}
      />
      <AdminSection
        title={t('Parts')}
        from={from}
        loading={t('Loading parts...')}
        count={0}
        empty={{ title: t('No such parts'), text: t('Try fewer words, or another spelling.') }}
      >
        {(parts) =>
          parts.slice(0, 10).map((part) => (
            <li key={part.id} className={`${styles.item} ${look.aside}`}>
              <div className={styles.rowTitle}>{part.name}</div>
              <div className="muted small">
                {part.brand} <span className="mono">{part.partNumber}</span>
              </div>
              <div className={styles.itemActions}>
                <Button
                  aria-label={t('Merge into this: {brand} {partNumber}', {
                    brand: part.brand,
                    partNumber: part.partNumber,
                  })}
                  onClick={() => onChoose(part)}
                >
                  {t('Merge into this')}
                </Button>
              </div>
            </li>
          ))
        }
      </AdminSection>
    </div>
  )
}
