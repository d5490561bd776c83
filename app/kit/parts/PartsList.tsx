import { Link } from 'react-router-dom'

import { type Kit, isBlankLine } from '#shared/kinds/kit.ts'
import { partsAndPieces } from '#shared/kinds/partCounts.ts'
import type { PriceSum } from '#shared/kinds/priceSum.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { Parts } from './Parts.tsx'
import styles from './Parts.module.css'

/** A kit's parts, with the notice about the shops. */
export function PartsList(props: { kit: Kit; sum: PriceSum; isDesk: boolean }) {
  const { kit, sum } = props
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  return (
    <section className="card clip">
      <div className={`wrap between ${styles.head}`}>
        <h2>{t('Parts List')}</h2>
        {lines.length > 0 && (
          <span className="muted small num">{partsAndPieces(lines, sum.open)}</span>
        )}
        <p className={`muted tiny ${styles.disclosure}`}>
          <T
            text="We may earn from purchases made through these links. It does not affect products, prices or order. <disclosure>How this works</disclosure>"
            disclosure={(text) => <Link to={links.disclosure()}>{text}</Link>}
          />
        </p>
        {lines.some(({ partNumber }) => partNumber) && (
          <Link className={styles.basket} to={links.basket(kit.buildId)}>
            {t('Cheapest basket for all of them')}
          </Link>
        )}
      </div>
      {lines.length === 0 && (
        <p className={`muted ${styles.empty}`}>{t('No parts in this kit yet')}</p>
      )}
      {lines.length > 0 && <Parts place="kit" lines={lines} {...props} />}
    </section>
  )
}
