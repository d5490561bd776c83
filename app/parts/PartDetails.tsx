import { Link } from 'react-router-dom'

import type { OpenPart } from '../data/prices/parts.ts'

import { links } from '#shared/links.ts'
import { t, many, tenthsText } from '#shared/words/words.ts'
import styles from './Part.module.css'
import { EmptyState } from '../ui/blocks/EmptyState.tsx'
import { InfoIcon } from '../ui/blocks/icons.tsx'
import { Stars } from '../ui/controls/Stars.tsx'

const FITS_SHOWN = 50

/** Number, brand, cars and cross references. */
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

/** Source of the rating; reviews cannot be written here. */
export function PartReviews({ part: { isDemo, page } }: { part: OpenPart }) {
  const { average, count } = page.ratings
  return (
    <div className="stack">
      <section className={`card row roomy pad ${styles.score}`} aria-label={t('Rating')}>
        <b className="num">{tenthsText(average)}</b>
        <span>
          <Stars average={average} />
          <span className="muted small">
            {isDemo
              ? many(
                  count,
                  '{count} ratings, made up for demonstration',
                  '{count} ratings, made up for demonstration',
                )
              : many(
                  count,
                  '{count} ratings, as merchants report them',
                  '{count} ratings, as merchants report them',
                )}
          </span>
        </span>
      </section>
      <EmptyState
        mark={<InfoIcon />}
        title={t('No reviews here')}
        text={t(
          'Wrenchlist shows ratings that come with the catalogue. Reviews cannot be written here yet.',
        )}
      />
    </div>
  )
}
