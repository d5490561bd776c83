import { Link } from 'react-router-dom'

import type { OpenPart } from '../prices/parts.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import styles from './Part.module.css'

const FITS_SHOWN = 50

/** Number, brand, cars and the numbers others give the same part. */
export function PartDetails({ part: { page } }: { part: OpenPart }) {
  const { partNumber, brand, category, fcpPartNumber, fits, crossReferences } = page
  return (
    <section className={`card ${styles.details}`} aria-labelledby="details">
      <h2 id="details">{t('Details')}</h2>
      <dl>
        <dt>{t('Part number')}</dt>
        <dd className="mono">{partNumber}</dd>
        <dt>{t('Brand')}</dt>
        <dd>{brand}</dd>
        <dt>{t('Category')}</dt>
        <dd>{category}</dd>
        {fcpPartNumber && (
          <>
            <dt>{t("Retailer's number")}</dt>
            <dd className="mono">{fcpPartNumber}</dd>
          </>
        )}
        {fits.length > 0 && (
          <>
            <dt>{t('Said to fit')}</dt>
            <dd>
              {fits
                .slice(0, FITS_SHOWN)
                .map(({ make, model, yearFrom, yearTo }) => {
                  const years = yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`
                  return `${make} ${model} ${years}`
                })
                .join(', ')}
            </dd>
          </>
        )}
        {crossReferences.length > 0 && (
          <>
            <dt>{t('Same part as')}</dt>
            <dd>
              <ul className={styles.same}>
                {crossReferences.map(({ partNumber: number, brand: maker, isListed }) => (
                  <li key={`${maker} ${number}`}>
                    {maker}{' '}
                    {isListed ? (
                      <Link className="mono" to={links.product(number, maker)}>
                        {number}
                      </Link>
                    ) : (
                      <span className="mono">{number}</span>
                    )}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
