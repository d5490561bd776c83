import { Link } from 'react-router-dom'

import type { PriceSum } from '#shared/kinds/priceSum.ts'

import { isBlankLine, type Kit } from '#shared/kinds/kit.ts'
import { partsAndPieces } from '#shared/kinds/partCounts.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import styles from './Kit.module.css'
import { Lines } from './list/Lines.tsx'

interface PartsListProps {
  kit: Kit
  sum: PriceSum
  isDesk: boolean
}

export function PartsList({ kit, sum, isDesk }: PartsListProps) {
  const shown = kit.lines.filter((line) => !isBlankLine(line))
  return (
    <section className="card clip">
      <div className={`wrap between ${styles.partsHead}`}>
        <h2>{t('Parts List')}</h2>
        {shown.length > 0 && (
          <span className="muted small num">{partsAndPieces(shown, sum.open)}</span>
        )}
        <p className={`muted tiny ${styles.disclosure}`}>
          <T
            text="We may earn from purchases made through these links. It does not affect products, prices or order. <disclosure>How this works</disclosure>"
            disclosure={(text) => <Link to={links.disclosure()}>{text}</Link>}
          />
        </p>
        {shown.some(({ partNumber }) => partNumber) && (
          <Link className={styles.basket} to={links.basket(kit.buildId)}>
            {t('Cheapest basket for all of them')}
          </Link>
        )}
      </div>
      {shown.length === 0 ? (
        <p className={`muted ${styles.noParts}`}>{t('No parts in this kit yet')}</p>
      ) : (
        <Lines place="kit" kit={kit} lines={shown} sum={sum} isDesk={isDesk} />
      )}
    </section>
  )
}
