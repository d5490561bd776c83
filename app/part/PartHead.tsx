import type { OpenPart } from '../prices/parts.ts'

import { Badge } from '../ui/blocks/Badge.tsx'
import { Stars } from '../ui/controls/Stars.tsx'
import styles from './Part.module.css'
import { many, t, tenthsText } from '#shared/words/words.ts'

/** What the part is: picture, category, name, rating, number and a car it fits. */
export function PartHead({ part: { page } }: { part: OpenPart }) {
  const { name, category, brand, partNumber, image, ratings, fits } = page
  const [fit] = fits
  return (
    <div className={styles.about}>
      <div className={styles.picture}>
        {isOwn(image) ? (
          <img src={image} alt="" />
        ) : (
          <part-picture at="all" of={name} or={category} />
        )}
      </div>
      <div className={styles.words}>
        <p className="muted small strong">{category}</p>
        <h1>{name}</h1>
        <p className={styles.rating}>
          <Stars average={ratings.average} />
          <span className="muted">
            {many(
              ratings.count,
              '({count} Ratings, {average} Average)',
              '({count} Ratings, {average} Average)',
              { average: tenthsText(ratings.average) },
            )}
          </span>
        </p>
        <p className={styles.badges}>
          <Badge>
            <span className="mono">{partNumber}</span>
          </Badge>
          <Badge>{brand}</Badge>
          {fit && <Badge>{fitText(fit)}</Badge>}
        </p>
      </div>
    </div>
  )
}

/** "Fits 2004–2008 Audi S4" */
function fitText({ yearFrom, yearTo, make, model }: OpenPart['page']['fits'][number]): string {
  const years = yearFrom === yearTo ? String(yearFrom) : `${yearFrom}–${yearTo}`
  return t('Fits {years} {make} {model}', { years, make, model })
}

/** Pictures of other hosts would tell them who looks at what. */
function isOwn(image: string): boolean {
  return /^\/(?!\/)/.test(image)
}
