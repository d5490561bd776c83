import type { Job, PreviewPart } from '#shared/catalogue/job.ts'

import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { DOLLARS, formatMoney, parseCents } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { WrenchIcon } from '../../ui/blocks/icons.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import styles from './Admin.module.css'
import { Titled } from './AdminList.tsx'

/** First parts of the latest operation. */
export function AdminPreview({
  job,
  isLoading,
  isKnown,
}: {
  job: Job | undefined
  isLoading: boolean
  /** The server has answered about the latest operation, even if there was none. */
  isKnown: boolean
}) {
  const parts = job?.parts ?? []
  if (!job && isLoading) return <Skeleton label={t('Loading the preview...')} rows={3} />
  // The history below shows the failure, and retries.
  if (!job && !isKnown) return null
  if (parts.length === 0) {
    return (
      <Titled id="preview" title={t('Recently Added Parts (Preview)')}>
        <EmptyState
          mark={<WrenchIcon />}
          title={t('No parts yet')}
          text={
            job
              ? t('The latest operation brought none. Start one above.')
              : t('There was no operation yet. Start one above.')
          }
        />
      </Titled>
    )
  }
  return (
    <section aria-labelledby="preview" className="card">
      <div className={`row wrap between ${styles.tableTitle}`}>
        <h2 id="preview">{t('Recently Added Parts (Preview)')}</h2>
        {job && (
          <span className="muted small num">
            {t('{shown} of {all}', {
              shown: parts.length,
              all: Math.max(job.saved, parts.length),
            })}
          </span>
        )}
      </div>
      <PartPreview parts={parts} isLinked />
    </section>
  )
}

/** Parts in order. */
export function PartPreview({
  parts,
  isLinked,
}: {
  parts: readonly PreviewPart[]
  /** The parts are in the catalogue, and link to their pages. */
  isLinked: boolean
}) {
  return (
    <ul className={styles.list}>
      {parts.map((part, at) => (
        // A file may name a part twice.
        <li key={`${at} ${part.brandName} ${part.partNumber}`}>
          <div className="row between breaks">
            {isLinked ? (
              <Link to={links.product(part.partNumber, part.brandName)}>{part.name}</Link>
            ) : (
              <b>{part.name}</b>
            )}
            <span className="price">{priceOf(part)}</span>
          </div>
          <div className="muted small">
            {part.brandName} <span className="mono">{part.partNumber}</span>
            {part.category && `, ${part.category}`}
            {part.fcpPartNumber && (
              <>
                , FCP <span className="mono">{part.fcpPartNumber}</span>
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function priceOf({ unitPrice, currency = DOLLARS }: PreviewPart): string {
  const price = parseCents(unitPrice)
  return 'cents' in price ? formatMoney({ minor: price.cents, currency }) : unitPrice
}
