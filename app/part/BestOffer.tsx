import type { OpenPart } from '../prices/parts.ts'
import type { OfferView } from './offerView.ts'

import { lowestSteps, priceSteps, priceSummary } from '#shared/catalogue/priceHistory.ts'
import { many, t } from '#shared/words/words.ts'
import { Badge } from '../ui/blocks/Badge.tsx'
import { classes } from '../ui/look/classes.ts'
import { ArrowUpRightIcon } from '../ui/blocks/icons.tsx'
import { BuyButton } from './BuyButton.tsx'
import { bestWords } from './offerView.ts'
import styles from './Part.module.css'
import { PriceLine } from './PriceLine.tsx'
import { TotalToday } from './PriceTable.tsx'

/** The best offer, and how the lowest price went where merchants let it be kept. */
export function BestOffer({
  part,
  best,
  isDesk,
}: {
  part: OpenPart
  best: OfferView | undefined
  isDesk: boolean
}) {
  const { history } = part
  const steps = history
    ? lowestSteps(history.merchants.map(({ observations }) => priceSteps(observations, history)))
    : []
  const summary = priceSummary(steps)
  // One price is no history.
  const hasLine = history !== null && summary !== null && steps.length > 1
  const isTold = isDesk && best !== undefined
  if (!isTold && !hasLine) return null

  return (
    <section
      className={`card ${styles.best}`}
      aria-label={t('{what} and price history', {
        what: best ? bestWords(best) : t('Lowest total'),
      })}
    >
      <div className={classes(isTold && hasLine && styles.sides)}>
        {isTold && (
          <div>
            <Badge {...(best.isLowest && { tone: 'mark' })}>{bestWords(best)}</Badge>
            <p>
              <TotalToday view={best} className={styles.lowest} />
            </p>
            <p className={styles.at}>
              <b>{best.offer.merchant}</b>
              {best.isPrime && <Badge tone="info">{t('Prime')}</Badge>}
            </p>
          </div>
        )}
        {hasLine && <PriceLine steps={steps} summary={summary} history={history} />}
      </div>
      {hasLine && <Withheld names={history.withheld} />}
      {isTold && (
        <BuyButton
          view={best}
          partName={part.name}
          partNumber={part.partNumber}
          look={{ variant: 'primary', size: 'l', isFull: true }}
          name={t('Buy at {merchant}: {part}', { merchant: best.offer.merchant, part: part.name })}
        >
          {t('Buy at {merchant}', { merchant: best.offer.merchant })}
          {best.offer.buyLink && <ArrowUpRightIcon />}
        </BuyButton>
      )}
    </section>
  )
}

/** As wide as the card: beside the line it would wrap anew when the font comes. */
function Withheld({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className={`muted ${styles.withheld}`}>
      {many(
        names.length,
        'Without {names}, which lets no prices be kept.',
        'Without {names}, which let no prices be kept.',
        { names: names.join(', ') },
      )}
    </p>
  )
}
