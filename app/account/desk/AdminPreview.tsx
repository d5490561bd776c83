import type { Job, PreviewPart } from '#shared/catalogue/job.ts'

import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { formatCents, parseCents } from '#shared/money.ts'
import { Dash } from '../../ui/Dash.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { WrenchIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useIsDesk } from '../../ui/useIsDesk.ts'
import styles from '../catalogue/Dashboard.module.css'
import account from '../account.module.css'
import { count } from '../catalogue/runWords.ts'

/** The first parts of the latest operation. */
export function AdminPreview({
  job,
  isLoading,
  isKnown,
}: {
  job: Job | undefined
  isLoading: boolean
  /** The server has said what the latest operation was, or that there was none. */
  isKnown: boolean
}) {
  const parts = job?.parts ?? []
  if (!job && isLoading) return <Skeleton label="Loading the preview..." rows={3} />
  // The history below says why, and asks again.
  if (!job && !isKnown) return null
  if (parts.length === 0) {
    return (
      <section aria-labelledby="preview">
        <h2 id="preview" className={account.mainTitle}>
          Recently Added Parts (Preview)
        </h2>
        <EmptyState
          mark={<WrenchIcon />}
          title="No parts yet"
          text={
            job
              ? 'The latest operation brought none. Start one above.'
              : 'There was no operation yet. Start one above.'
          }
        />
      </section>
    )
  }
  return (
    <section aria-labelledby="preview" className="card">
      <div className={styles.tableTitle}>
        <h2 id="preview">Recently Added Parts (Preview)</h2>
        {job && (
          <span className="muted small num">
            {count(parts.length)} of {count(Math.max(job.saved, parts.length))}
          </span>
        )}
      </div>
      <PartPreview parts={parts} isLinked />
    </section>
  )
}

/** Parts as they came, a table where there is room for one. */
export function PartPreview({
  parts,
  isLinked,
}: {
  parts: readonly PreviewPart[]
  /** They are in the catalogue, each with a page of its own. */
  isLinked: boolean
}) {
  const isDesk = useIsDesk()
  // A file may name a part twice.
  const keyOf = (part: PreviewPart, at: number) =>
    `${at} ${part.brandName} ${part.partNumber} ${part.fcpPartNumber}`
  if (!isDesk) {
    return (
      <ul className={styles.list}>
        {parts.map((part, at) => (
          <li key={keyOf(part, at)}>
            <div className={styles.figures}>
              {isLinked ? <PartLink part={part} /> : <b>{part.name}</b>}
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
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Part number</th>
          <th scope="col">Brand</th>
          <th scope="col">FCP number</th>
          <th scope="col">Category</th>
          <th scope="col">Unit price</th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part, at) => (
          <tr key={keyOf(part, at)}>
            <th scope="row">{isLinked ? <PartLink part={part} /> : <b>{part.name}</b>}</th>
            <td className="mono">{part.partNumber}</td>
            <td>{part.brandName}</td>
            <td className="mono">{part.fcpPartNumber || <Dash />}</td>
            <td className="muted">{part.category || <Dash />}</td>
            <td className="price">{priceOf(part)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PartLink({ part }: { part: PreviewPart }) {
  return <Link to={links.product(part.partNumber, part.brandName)}>{part.name}</Link>
}

function priceOf({ unitPrice }: PreviewPart): string {
  const price = parseCents(unitPrice)
  return 'cents' in price ? formatCents(price.cents) : unitPrice
}
