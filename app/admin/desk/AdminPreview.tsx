import type { Job, PreviewPart } from '#shared/catalogue/job.ts'

import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { formatCents, parseCents } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { Dash } from '../../ui/text/Dash.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { WrenchIcon } from '../../ui/blocks/icons.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { useIsDesk } from '../../ui/look/useIsDesk.ts'
import styles from './Admin.module.css'
import { AdminTable } from './figures.tsx'
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

/** Parts in order, as a table where there is room. */
export function PartPreview({
  parts,
  isLinked,
}: {
  parts: readonly PreviewPart[]
  /** The parts are in the catalogue, and link to their pages. */
  isLinked: boolean
}) {
  const isDesk = useIsDesk()
  // A file may name a part twice.
  const keyOf = (part: PreviewPart, at: number) =>
    `${at} ${part.brandName} ${part.partNumber} ${part.fcpPartNumber}`
  const nameOf = (part: PreviewPart) => (isLinked ? <PartLink part={part} /> : <b>{part.name}</b>)
  if (!isDesk) {
    return (
      <ul className={styles.list}>
        {parts.map((part, at) => (
          <li key={keyOf(part, at)}>
            <div className="row between breaks">
              {nameOf(part)}
              <span className="price">{priceOf(part)}</span>
            </div>
            <div className="muted small">
              {part.brandName} <span className="mono">{part.partNumber}</span>
            </div>
            <div className="muted small">
              {part.category}
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
  return (
    <AdminTable
      className={styles.table}
      heads={[
        [t('Part')],
        [t('Part number'), 'mono'],
        [t('Brand')],
        [t('FCP number'), 'mono'],
        [t('Category'), 'muted'],
        [t('Unit price'), 'price'],
      ]}
      rows={parts.map((part, at) => ({
        key: keyOf(part, at),
        cells: [
          nameOf(part),
          part.partNumber,
          part.brandName,
          part.fcpPartNumber || <Dash key="none" />,
          part.category || <Dash key="none" />,
          priceOf(part),
        ],
      }))}
    />
  )
}

function PartLink({ part }: { part: PreviewPart }) {
  return <Link to={links.product(part.partNumber, part.brandName)}>{part.name}</Link>
}

function priceOf({ unitPrice }: PreviewPart): string {
  const price = parseCents(unitPrice)
  return 'cents' in price ? formatCents(price.cents) : unitPrice
}
