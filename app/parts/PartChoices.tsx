import { Link, useLocation } from 'react-router-dom'

import type { PartSummary } from '#shared/catalogue/part.ts'

import { links } from '#shared/links.ts'
import { formatCents } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { ChevronRightIcon } from '../ui/blocks/icons.tsx'
import { useTitle } from '../ui/browser/useTitle.ts'
import { BackToList } from './BackToList.tsx'
import { DemoBadge } from './DemoMark.tsx'
import styles from './Part.module.css'

/** Choice between brands that share a number. */
export function PartChoices({
  partNumber,
  choices,
}: {
  partNumber: string
  choices: readonly PartSummary[]
}) {
  const { state } = useLocation() as { state: unknown }
  useTitle(t('Part number {partNumber}', { partNumber }))
  return (
    <div className="page">
      <BackToList />
      <h1>
        <T text="Which part {number}?" number={<bdi className="mono">{partNumber}</bdi>} />
      </h1>
      <p className={`muted ${styles.lead}`}>{t('Several brands have a part with this number.')}</p>
      <ul className="card links">
        {choices.map((choice) => (
          <PartChoice key={choice.id} part={choice} state={state} />
        ))}
      </ul>
    </div>
  )
}

/** A part in a list, linked to its page. */
export function PartChoice({ part, state }: { part: PartSummary; state?: unknown }) {
  const { partNumber, brand, name, isDemo, lowestPrice, isBeforeShipping } = part
  return (
    <li>
      <Link to={links.product(partNumber, brand)} state={state} replace={state !== undefined}>
        <span className="grow">
          <b>{name}</b>
          <span className="muted small">
            {brand} <span className="mono">{partNumber}</span> {isDemo && <DemoBadge />}
          </span>
        </span>
        {lowestPrice !== null && (
          <span className="price">
            {fromText(formatCents(Math.round(lowestPrice * 100)), isBeforeShipping)}
          </span>
        )}
        <ChevronRightIcon />
      </Link>
    </li>
  )
}

function fromText(amount: string, isBeforeShipping: boolean | undefined): string {
  return isBeforeShipping
    ? t('from {amount} + shipping', { amount })
    : t('from {amount}', { amount })
}
