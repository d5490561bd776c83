import { Link } from 'react-router-dom'

import type { Kit } from '#shared/kinds/kit.ts'

import { isBlankLine } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import styles from './Parts.module.css'
import { partsAndPieces } from '#shared/kinds/partCounts.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { PartsCards } from './PartsCards.tsx'
import { useKnownParts } from '../../prices/useKnownParts.ts'
import { PartsTable } from './PartsTable.tsx'

export function PartsList({ kit, isDesk }: { kit: Kit; isDesk: boolean }) {
  const shown = kit.lines.filter((line) => !isBlankLine(line))
  const known = useKnownParts(shown)
  return (
    <section className={`card ${styles.parts}`}>
      <div className={styles.head}>
        <h2>{t('Parts List')}</h2>
        {shown.length > 0 && <span className="muted small num">{partsAndPieces(shown)}</span>}
        <p className={`muted ${styles.disclosure}`}>
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
      {shown.length === 0 && (
        <p className={`muted ${styles.empty}`}>{t('No parts in this kit yet')}</p>
      )}
      {shown.length > 0 &&
        (isDesk ? (
          <PartsTable kit={kit} lines={shown} known={known} />
        ) : (
          <PartsCards kit={kit} lines={shown} known={known} />
        ))}
    </section>
  )
}
