import type { ListedPart, ListedParts } from '#shared/catalogue/correction.ts'
import type { Pieces } from './pieces.ts'

import { useCallback, useState } from 'react'

import { MAX_SEARCH } from '#shared/catalogue/partSearch.ts'
import { Button } from '../../ui/Button.tsx'
import styles from '../account.module.css'
import look from '../catalogue/Dashboard.module.css'
import { AdminConfirm } from '../desk/AdminConfirm.tsx'
import { AdminSection } from '../desk/AdminSection.tsx'
import { DeskSearch } from '../desk/DeskSearch.tsx'
import { usePages } from '../desk/usePages.ts'
import { valueOf } from './pieces.ts'
import { readParts } from './correctionsData.ts'

/** What is done with the part as a whole: hidden, merged into another, removed. */
export function WholePart({ part, isBusy, failure, onEdit }: Pieces & { failure: string }) {
  const [isMerging, setMerging] = useState(false)
  const [asked, setAsked] = useState<ListedPart | 'remove' | null>(null)
  const name = valueOf(part, 'name')
  const into = typeof asked === 'object' ? asked : null

  async function handleConfirm() {
    const isDone = into
      ? await onEdit({ action: 'merge', into: into.id }, 'Parts merged')
      : await onEdit({ action: 'remove' }, 'Part removed')
    if (isDone) setAsked(null)
  }

  return (
    <section>
      <h2 className={styles.mainTitle}>The part as a whole</h2>
      <div className={look.buttons}>
        <Button
          aria-disabled={isBusy}
          onClick={() =>
            void onEdit(
              { action: part.isHidden ? 'show' : 'hide' },
              part.isHidden ? 'Part shown again' : 'Part hidden',
            )
          }
        >
          {part.isHidden ? 'Show it again' : 'Hide it from shoppers'}
        </Button>
        <Button aria-expanded={isMerging} onClick={() => setMerging(!isMerging)}>
          Merge into another
        </Button>
        <Button variant="danger" onClick={() => setAsked('remove')}>
          Remove it
        </Button>
      </div>
      {isMerging && (
        <div className={styles.more}>
          <OtherParts notId={part.id} onChoose={setAsked} />
        </div>
      )}
      <AdminConfirm
        isOpen={asked !== null}
        title={into ? `Merge into ${into.name}?` : `Remove ${name}?`}
        failure={failure}
        isBusy={isBusy}
        words={
          into
            ? { idle: 'Merge them', busy: 'Merging...' }
            : { idle: 'Remove the part', busy: 'Removing...' }
        }
        onConfirm={() => void handleConfirm()}
        onCancel={() => setAsked(null)}
      >
        {into ? (
          <p>
            Its offers, cars and numbers go to {into.brand} {into.partNumber}, and its own number
            leads there. What was corrected of its name is lost.
          </p>
        ) : (
          <p>
            Its offers and their past prices are deleted for good. No file brings it back, until you
            let it in again on the catalogue’s page.
          </p>
        )}
      </AdminConfirm>
    </section>
  )
}

const partsOf = ({ parts }: ListedParts) => parts

function OtherParts({ notId, onChoose }: { notId: string; onChoose: (part: ListedPart) => void }) {
  const [q, setQ] = useState('')
  const read = useCallback((after?: string) => readParts({ q, state: 'all' }, after), [q])
  const { list } = usePages(`merge:${q}`, read, partsOf)
  const from = { ...list, data: list.data?.filter(({ id }) => id !== notId) }
  return (
    <div className={styles.form}>
      <DeskSearch
        name="The part that remains"
        label="Find the part that remains"
        placeholder="Words, brand or number"
        maxLength={MAX_SEARCH}
        onSearch={setQ}
      />
      <AdminSection
        title="Parts"
        from={from}
        loading="Loading parts..."
        count={0}
        empty={{ title: 'No such parts', text: 'Try fewer words, or another spelling.' }}
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
                  aria-label={`Merge into this: ${part.brand} ${part.partNumber}`}
                  onClick={() => onChoose(part)}
                >
                  Merge into this
                </Button>
              </div>
            </li>
          ))
        }
      </AdminSection>
    </div>
  )
}
