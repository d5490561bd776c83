import { Link } from 'react-router-dom'

import type { PartSummary } from '#shared/catalogue/part.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { PlusIcon } from '../../ui/blocks/icons.tsx'
import { DemoBadge } from '../DemoMark.tsx'
import styles from './Find.module.css'
import { priceText, stockText } from './findWords.ts'

/** A part that was found: what it is, from whom it costs how much, and the way into a kit. */
export function FoundPart(props: {
  part: PartSummary
  /** Where its page leads back to. */
  from: string
  /** Of a search that leaves only what fits, it need not be said of each. */
  tellsFit: boolean
  /** The kit it is added to, '' for a new one. */
  kit: string
  isReady: boolean
  onAdd: () => void
}) {
  const { part, from, tellsFit, kit, isReady, onAdd } = props
  const { name, brand, partNumber, category, isDemo, isFitting, merchant } = part
  const price = priceText(part)
  return (
    <li className={styles.part}>
      <part-picture className={styles.picture} at="all" of={name} or={category} />
      <div className={styles.words}>
        <Link to={links.product(partNumber, brand)} state={{ from }}>
          {name}
        </Link>
        <p className="muted small">
          {brand} <span className="mono">{partNumber}</span>
        </p>
        {(isDemo || tellsFit) && (
          <p className={styles.badges}>
            {tellsFit && isFitting === true && <Badge tone="ok">{t('Fits')}</Badge>}
            {tellsFit && isFitting === false && <Badge>{t('For other cars')}</Badge>}
            {tellsFit && isFitting === null && <Badge>{t('Fit not said')}</Badge>}
            {isDemo && <DemoBadge />}
          </p>
        )}
      </div>
      <p className={styles.price}>
        {price !== '' && (
          <>
            <span>
              <T text="from {price}" price={<b className="price">{price}</b>} />
            </span>
            {merchant !== undefined && (
              <span className="muted small">{t('at {merchant}', { merchant })}</span>
            )}
          </>
        )}
        <span className="muted small">{stockText(part)}</span>
      </p>
      <Button
        className={styles.add}
        aria-label={
          kit ? t('Add {name} to {kit}', { name, kit }) : t('Add {name} to a kit', { name })
        }
        aria-disabled={!isReady}
        onClick={onAdd}
      >
        <PlusIcon />
        {t('Add')}
      </Button>
    </li>
  )
}
