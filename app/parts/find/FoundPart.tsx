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

/** A search result: part, lowest price, and the button to add it. */
export function FoundPart(props: {
  part: PartSummary
  /** Return address of its page. */
  from: string
  /** False where the search filters by fit anyway. */
  tellsFit: boolean
  /** Title of the target kit, '' for a new one. */
  kit: string
  isReady: boolean
  onAdd: () => void
}) {
  const { part, from, tellsFit, kit, isReady, onAdd } = props
  const { name, brand, partNumber, category, isDemo, isFitting, merchant } = part
  const price = priceText(part)
  return (
    <li className={`breaks ${styles.part}`}>
      <part-picture className={styles.picture} at="all" of={name} or={category} />
      <div className={styles.words}>
        <Link to={links.product(partNumber, brand)} state={{ from }}>
          {name}
        </Link>
        <p className="muted small">
          {brand} <span className="mono">{partNumber}</span>
        </p>
        {(isDemo || tellsFit) && (
          <p className={`wrap ${styles.badges}`}>
            {tellsFit && isFitting === true && <Badge tone="ok">{t('Fits')}</Badge>}
            {tellsFit && isFitting === false && <Badge>{t('For other cars')}</Badge>}
            {tellsFit && isFitting === null && <Badge>{t('Fit not said')}</Badge>}
            {isDemo && <DemoBadge />}
          </p>
        )}
      </div>
      <p className={`wrap ${styles.price}`}>
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
